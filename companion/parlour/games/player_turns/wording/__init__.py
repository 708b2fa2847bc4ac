"""How *Heroes, Cities and Mines* is typed and told."""
