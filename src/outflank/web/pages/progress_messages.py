"""The message of the progress screen."""

from typing import Literal

from outflank.web.wire import Message


class AskProgress(Message):
    """What one's reviewed games tell; the trend goes `by` what there is enough of if it is not said."""

    type: Literal["progress"]
    by: Literal["year", "month", "games"] | None = None
