"""Words for harm: HP, wounds, hazards, and the armour that keeps it off."""
