"""Twelve dialogues, two an ability, three a film; everything they say can be seen in the films."""

from benchmarks.mt_video_bench.sample.talk import Talk
from benchmarks.mt_video_bench.sample.talks.ball_game import BALL_GAME
from benchmarks.mt_video_bench.sample.talks.block_train import BLOCK_TRAIN
from benchmarks.mt_video_bench.sample.talks.toy_kitchen import TOY_KITCHEN
from benchmarks.mt_video_bench.sample.talks.window_garden import WINDOW_GARDEN

TALKS: tuple[Talk, ...] = (*TOY_KITCHEN, *BALL_GAME, *BLOCK_TRAIN, *WINDOW_GARDEN)
