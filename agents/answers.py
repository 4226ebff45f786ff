"""Reading a model's answer: parsing, cleaning, problems as sentences.

The orchestrator's and specialists' schemas live in agents/schemas.py.
"""
