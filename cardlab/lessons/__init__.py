"""Lessons and exercises: data that sets a scene and asks; the engine answers, marks and explains."""
