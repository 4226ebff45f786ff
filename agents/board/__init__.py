"""The board beside the conversation: what is known, asked, offered and planned, ready for templates."""

from agents.board.board import Board, board_of

__all__ = ["Board", "board_of"]
