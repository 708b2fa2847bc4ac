"""Words for the fight: who fights whom, where, and in which order."""
