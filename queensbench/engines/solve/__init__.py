"""Best play: values of all states by backward induction, exact or between bounds."""
