"""Games described by a text file: the rows of their pad, how it is entered and checked, and how it is scored."""
