"""Best plays of a turn of who has opened, exact: a search over the legal actions."""
