"""Read by Scorekeeper when it starts: whom it believes, and by which name it is asked."""

import os

TRUSTED_PROXIES = ["10.77.0.0/24"]
"""The network of compose.yaml, in which nobody is but the proxy and the app."""

ERASE_DELETED_AFTER = 90
"""Days until deleted tables are erased: strangers expect what they deleted to be gone, and may have been wrong."""

if name := os.environ.get("SCORES_NAME"):
    TRUSTED_HOSTS = [name]
    PUBLIC_URL = f"https://{name}/"
