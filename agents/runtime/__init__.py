"""What runs an agent: its declaration, the loop, prompts, tools' seam, the database's thread."""
