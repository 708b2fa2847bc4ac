"""A terminal companion for the people who play *Errant*."""

__version__ = "0.1.0"
