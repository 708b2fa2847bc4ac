"""Words for the fight: arms and armour, wounds, who fights whom."""
