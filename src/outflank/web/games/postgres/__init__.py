"""The games database in PostgreSQL, for operators who have it (extra `postgres`)."""
