"""How *Version 4* is typed and told."""
