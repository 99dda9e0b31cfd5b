"""Lower the operations of a program to flat text: a function for each body, event and value."""
