"""What each screen of the page asks for and is sent."""
