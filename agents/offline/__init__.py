"""What the offline planner says and reads: its sentences, questions, answers in between, and its drafts.

The agents' own offline functions are beside their prompts, in agents/team/ and agents/companions/."""
