"""A game as a text file: what stands on its pad, what that is worth, and how it is read, checked and scored."""
