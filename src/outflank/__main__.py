"""`python -m outflank` is the command `outflank`."""

import sys

from outflank.cli.main import main

sys.exit(main())
