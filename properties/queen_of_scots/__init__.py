"""Queen of Scots: what must hold."""
