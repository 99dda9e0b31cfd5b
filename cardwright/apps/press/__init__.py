"""Cards and rules as pictures, printed pages and a site."""
