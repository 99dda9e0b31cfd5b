"""What people sit down to; each of these rooms can go without the core's noticing."""
