"""What an owner reads, writes, does and asks."""
