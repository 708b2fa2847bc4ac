"""How the games of the parlour are told: sentences, menus, reference pages, and JSON."""
