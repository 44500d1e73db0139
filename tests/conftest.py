from hypothesis import settings

from outflank.jit import INTERPRETED

settings.register_profile("outflank", deadline=None, max_examples=50 if INTERPRETED else 100)
settings.load_profile("outflank")
