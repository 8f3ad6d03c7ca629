"""The Queen's Collection: what must hold of the games of either booklet (`against`: of the second); its `studies`."""
