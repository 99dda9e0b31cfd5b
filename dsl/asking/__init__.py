"""What a check learned of the places of texts, asked again while the texts are edited."""
