"""The same random numbers under several readings (common random numbers): how often a ruling changes a game."""
