"""Questions of an audit and of rulings that the solver answers; their keys rest on it, and no others."""
