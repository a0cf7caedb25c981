"""The table as text: what the command and the environments of programs show on a terminal."""
