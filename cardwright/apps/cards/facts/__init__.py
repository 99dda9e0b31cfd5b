"""What each card does, reads, writes, costs, asks and waits for, as keys to be looked up."""
