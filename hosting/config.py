"""Configuration of Scorekeeper for compose.yaml, loaded when it starts: trusted proxies and its public name."""

import os

TRUSTED_PROXIES = ["10.77.0.0/24"]
"""The network of compose.yaml, which only the proxy and the app are in."""

ERASE_DELETED_AFTER = 90
"""Days until deleted tables are erased: strangers expect deleted data to be gone, but may have deleted it
by mistake.
"""

if name := os.environ.get("SCORES_NAME"):
    TRUSTED_HOSTS = [name]
    PUBLIC_URL = f"https://{name}/"
