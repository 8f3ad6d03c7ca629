"""Questions of an audit and of rulings that the solver answers: only their keys rest on the solver."""
