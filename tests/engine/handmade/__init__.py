"""The example game as it looks without declared decisions; tests break it in many ways."""
