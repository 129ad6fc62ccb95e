"""The pages: one blueprint a module, each view a few lines over `tables`."""
