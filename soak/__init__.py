"""Prove the machine at length: thousands of matches, copies, worlds and broken packages."""
