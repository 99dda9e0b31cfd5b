"""Turn checked rules into sentences that read like a printed card."""
