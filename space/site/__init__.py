"""The static site: pages, data and scripts that need no server."""
