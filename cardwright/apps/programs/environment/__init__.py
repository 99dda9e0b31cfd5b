"""Games as environments of programs that learn: numbered actions and observations as arrays."""
