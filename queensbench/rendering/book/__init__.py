"""The rulings book: storyboards of the plays on which readings part, as text and as pages."""
