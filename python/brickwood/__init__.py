"""Brickwood: an island-settling board game with exact rules, bots and fast environments.

>>> import brickwood
>>> session = brickwood.Session(brickwood.Game(brickwood.Rules(players=3)), seed=7)
>>> session.draw_all()[0].kind
'dice'
>>> session.state.phase
'set_up_settlement'

Seats are counted from 0 in Python and from 1 in texts. Resource cards are five counts in the order brick,
lumber, wool, grain, ore.
"""

from ._core import (
    EDITIONS,
    SWITCHES,
    Action,
    ActionSpace,
    Board,
    Bot,
    Chance,
    Episodes,
    Game,
    History,
    MatchReport,
    Rules,
    Session,
    Snapshot,
    State,
    Step,
    View,
    __version__,
    play_game,
    play_match,
    tensor_names,
    tensor_shape,
)
from ._errors import (
    BoardError,
    BrickwoodError,
    ChoiceError,
    DatasetError,
    DTypeError,
    GameOverError,
    IllegalStepError,
    InternalError,
    NotationError,
    PositionError,
    RulesError,
    SeatError,
    ShapeError,
)
from ._switches import Switches
from ._types import EditionName, LevelName, OpponentName, RewardName, TensorName

__all__ = [
    "EDITIONS",
    "SWITCHES",
    "Action",
    "ActionSpace",
    "Board",
    "BoardError",
    "Bot",
    "BrickwoodError",
    "Chance",
    "ChoiceError",
    "DTypeError",
    "DatasetError",
    "EditionName",
    "Episodes",
    "Game",
    "GameOverError",
    "History",
    "IllegalStepError",
    "InternalError",
    "LevelName",
    "MatchReport",
    "NotationError",
    "OpponentName",
    "PositionError",
    "RewardName",
    "Rules",
    "RulesError",
    "SeatError",
    "Session",
    "Snapshot",
    "ShapeError",
    "State",
    "Step",
    "Switches",
    "TensorName",
    "View",
    "__version__",
    "play_game",
    "play_match",
    "tensor_names",
    "tensor_shape",
]
