"""The pages of the app, with one blueprint per module."""
