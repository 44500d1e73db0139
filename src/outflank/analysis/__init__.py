"""What positions and games are worth: the values of moves as they get deeper, and reviews of whole games.

`analyst` is where values come from, whatever searches there are; `plain` is the search for boards that no kernel knows;
`review` judges the moves of a game; `badges` says what a loss is called.
"""

from outflank.analysis.analyst import Analysis, Analyst
from outflank.analysis.badges import Badge, badge_of
from outflank.analysis.review import JudgedMove, Review, review

__all__ = ["Analysis", "Analyst", "Badge", "JudgedMove", "Review", "badge_of", "review"]
