"""One file per engine: play, explore, graphs, compare."""
