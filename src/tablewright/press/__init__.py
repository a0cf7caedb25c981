"""The games on paper and on other tables: sheets, single images, Tabletop Simulator; all from the same faces."""
