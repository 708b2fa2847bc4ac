"""For all tests: a slow machine is no failure of an example; what must be quick has tests that say
so."""

from hypothesis import settings

settings.register_profile("companion", deadline=None)
settings.load_profile("companion")
