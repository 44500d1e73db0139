"""The modules that contain kernels, divided into groups that are cached separately."""

GROUPS: dict[str, dict[str, float]] = {
    "engine": {
        "outflank.board.symmetry": 0.4,
        "outflank.board.perft": 0.2,
        "outflank.board.stability": 0.7,
        "outflank.board.parity": 0.1,
        "outflank.board.potential_mobility": 0.1,
        "outflank.evaluation.evaluate": 0.1,
        "outflank.evaluation.judge": 0.3,
        "outflank.search.score": 0.1,
        "outflank.search.table": 0.6,
        "outflank.search.ordering": 0.4,
        "outflank.search.last_squares": 0.9,
        "outflank.search.endgame": 0.9,
        "outflank.search.probcut": 0.1,
        "outflank.search.shallow": 0.4,
        "outflank.search.midgame": 1.8,
    },
    "variants": {
        "outflank.variants.stability": 0.3,
        "outflank.variants.evaluate": 0.1,
        "outflank.variants.endgame": 0.8,
        "outflank.variants.shallow": 0.2,
        "outflank.variants.ordering": 0.3,
        "outflank.variants.search": 1.2,
    },
    "large": {
        "outflank.large.stability": 0.3,
        "outflank.large.endgame": 0.8,
        "outflank.large.evaluate": 0.3,
        "outflank.large.search": 1.2,
    },
    "proofs": {
        "outflank.proofs.leaves": 0.3,
    },
    "people": {
        "outflank.people.dense": 0.1,
        "outflank.people.glances": 0.4,
        "outflank.people.ratings": 0.1,
    },
    "training": {
        "outflank.training.random_moves": 0.1,
        "outflank.training.selfplay": 0.6,
        "outflank.training.labels": 1.1,
        "outflank.training.match": 0.3,
        "outflank.training.fit": 0.7,
        "outflank.training.gradients": 1.5,
        "outflank.training.tempo": 0.2,
        "outflank.training.verify": 0.3,
        "outflank.training.six_by_six": 0.3,
    },
    "card": {
        "outflank.training.card.boards": 0.2,
        "outflank.training.card.indices": 0.2,
        "outflank.training.card.search": 0.6,
        "outflank.training.card.games": 0.8,
    },
    "library": {
        "outflank.library.kernels": 0.3,
    },
    "tribolo": {
        "outflank.tribolo.compiled.moves": 0.8,
        "outflank.tribolo.compiled.evaluate": 0.6,
        "outflank.tribolo.compiled.search": 0.8,
    },
}
"""The modules in each group, with their approximate compile times. Modules precede the modules that call them.

The times are used to estimate how long compilation will take. They were measured in seconds on a single core (2026-11),
but only their proportions matter.
"""

KERNEL_MODULES = tuple(module for modules in GROUPS.values() for module in modules)
"""All modules with kernels."""

GROUP_OF = {module: group for group, modules in GROUPS.items() for module in modules}
"""The group to which each module belongs."""
