"""Cards on paper and on sheets of pictures: what `cardwright print` writes."""
