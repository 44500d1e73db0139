"""Play games on a graphics card, thousands at a time. The kernels also run on the processor, as the card's twin."""
