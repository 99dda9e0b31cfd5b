"""Load, check and play: what `cardwright` lists, by module."""
