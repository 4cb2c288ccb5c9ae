"""The laboratories: what they answer, and that they agree with the engine."""
