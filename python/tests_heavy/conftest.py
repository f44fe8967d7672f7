"""What the heavy tests share."""

import os
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples/python/learning"

sys.path.insert(0, str(EXAMPLES))
# Ray tells nobody that it runs.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
