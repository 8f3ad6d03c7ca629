"""Steps between states, judged as they are found or played: no system of pairs of states is explored for them."""
