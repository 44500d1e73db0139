#!/bin/sh
# Writes a file without end.
read -r _ && echo ready
read -r _ && exec cat /dev/zero > /tmp/large
