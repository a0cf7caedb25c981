"""MaskablePPO learns a game against one of its bots, on one core: `make rl`, or

    python examples/rl/ppo.py matrix --opponent greedy --minutes 9 --out artifacts/rl

The policy is written as `policy.pt2`, which takes a seat as `torch:artifacts/rl/policy.pt2`, and the curve as
`curve.csv` and `curve.svg`. Needs the extra `rl`.
"""

import argparse
import csv
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from tablewright.bridges.encoding import SeatEncoding
from tablewright.bridges.vector import SeatVectorEnv

GAMES, STEPS, MINIBATCH, EPOCHS = 512, 40, 1024, 2
LEARNING, ENTROPY = 1e-3, 0.01  # both fall to nearly nought
HIDDEN = 256
FRESH = 1 << 40  # the first seed of the deals that are only measured on
MEASURED, CONFIRMED = 2000, 20_000  # games of a point of the curve, and of the last word
POINTS = 20

Point = tuple[float, int, float, float, float]  # CPU seconds, steps, share of the win, and its interval


class Learners(VecEnv):
    """The vector environment as Stable-Baselines3 wants it, observations as numbers between 0 and 1."""

    def __init__(self, envs: SeatVectorEnv) -> None:
        self.envs, self.encoding = envs, SeatEncoding(envs.variant)
        seen: Any = spaces.Box(0.0, 1.0, (self.encoding.size,), np.float32)
        super().__init__(envs.num_envs, seen, envs.single_action_space)
        self._actions = np.zeros(envs.num_envs, np.int64)
        self._nothing: list[dict[str, Any]] = [{} for _ in range(envs.num_envs)]

    def reset(self) -> Any:
        seen, _ = self.envs.reset(seed=1)
        return self.encoding(seen["observation"], seen["seat"])

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        seen, rewards, ended, _, _ = self.envs.step(self._actions)
        return self.encoding(seen["observation"], seen["seat"]), rewards, ended, self._nothing

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(getattr(self.envs, method_name)(*args, **kwargs))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.envs, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.envs, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.envs.close()


def won(model: MaskablePPO, game: str, opponent: str, games: int) -> tuple[float, float, float]:
    """The share of the win on fresh deals, each played from every seat, with its 95 % interval by deal."""
    seats = SeatVectorEnv(1, game, opponent).variant.players
    rewards = np.mean([_rewards(model, game, opponent, games // seats, seat) for seat in range(seats)], axis=0)
    shares = (rewards * (seats - 1) + 1) / seats
    half = 1.96 * float(shares.std(ddof=1)) / math.sqrt(len(shares))
    return float(shares.mean()), float(shares.mean() - half), float(shares.mean() + half)


def _rewards(model: MaskablePPO, game: str, opponent: str, games: int, seat: int) -> np.ndarray[Any, Any]:
    """What the policy, always playing what it likes best, gets in each deal."""
    envs = SeatVectorEnv(games, game, opponent, seat)
    encoding, got = SeatEncoding(envs.variant), np.full(games, np.nan)
    seen, _ = envs.reset(seed=list(range(FRESH, FRESH + games)))
    while np.isnan(got).any():
        masks = seen["action_mask"].astype(np.bool_)
        masks[~masks.any(axis=1), 0] = True  # of a game that is over; it begins anew, whatever is chosen
        numbers = encoding(seen["observation"], seen["seat"])
        actions, _ = model.predict(numbers, action_masks=masks, deterministic=True)
        seen, rewards, ended, _, _ = envs.step(actions)
        first = ended & np.isnan(got)
        got[first] = rewards[first]
    return got


class Course(BaseCallback):
    """Learns less and less eagerly, measures now and then, and stops when the CPU time is spent."""

    def __init__(self, game: str, opponent: str, seconds: float) -> None:
        super().__init__()
        self.game, self.opponent, self.seconds = game, opponent, seconds
        self.points: list[Point] = []
        self._measuring = 0.0  # CPU seconds, which are not part of the learning

    def _on_training_start(self) -> None:
        self._began = time.process_time()

    def spent(self) -> float:
        return time.process_time() - self._began - self._measuring

    def _on_rollout_start(self) -> None:
        left = max(0.02, 1 - self.spent() / self.seconds)
        assert isinstance(self.model, MaskablePPO)
        self.model.lr_schedule = lambda _: LEARNING * left
        self.model.ent_coef = ENTROPY * left
        if self.spent() >= len(self.points) * self.seconds / POINTS:
            self.measure(MEASURED)

    def measure(self, games: int) -> None:
        assert isinstance(self.model, MaskablePPO)
        spent, began = self.spent(), time.process_time()
        self.points.append((spent, self.num_timesteps, *won(self.model, self.game, self.opponent, games)))
        share, low, high = self.points[-1][2:]
        print(f"{spent:5.0f} s {self.num_timesteps:10,} steps: {share:.1%} ({low:.1%} to {high:.1%})", flush=True)
        self._measuring += time.process_time() - began

    def _on_step(self) -> bool:
        return self.spent() < self.seconds


def learn(game: str, opponent: str, minutes: float) -> tuple[MaskablePPO, Course]:
    envs = Learners(SeatVectorEnv(GAMES, game, opponent, autoreset_mode="SameStep"))
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=STEPS,
        batch_size=MINIBATCH,
        n_epochs=EPOCHS,
        gamma=1.0,
        learning_rate=LEARNING,
        policy_kwargs={"net_arch": [HIDDEN, HIDDEN], "activation_fn": torch.nn.ReLU},
        seed=1,
        device="cpu",
    )
    course = Course(game, opponent, 60 * minutes)
    model.learn(1 << 40, callback=course)
    return model, course


class Policy(torch.nn.Module):
    """The part that plays: encoded observations in, a preference for every action out."""

    def __init__(self, model: MaskablePPO) -> None:
        super().__init__()
        self.body, self.head = model.policy.mlp_extractor.policy_net, model.policy.action_net

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(seen))  # type: ignore[no-any-return]


def save(model: MaskablePPO, points: list[Point], out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    example = torch.zeros(1, *model.observation_space.shape)
    torch.export.save(torch.export.export(Policy(model).eval(), (example,)), out / "policy.pt2")
    with (out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["cpu_seconds", "steps", "share", "low", "high"])
        writer.writerows([round(value, 4) for value in point] for point in points)
    (out / "curve.svg").write_text(picture(points), "utf-8")


def picture(points: list[Point]) -> str:
    """The curve with its intervals as SVG; a dashed line marks half of the wins."""
    right, width, height, edge = max(point[0] for point in points), 640, 320, 50

    def at(seconds: float, share: float) -> str:
        return f"{edge + seconds / right * (width - 2 * edge):.1f},{height - edge - share * (height - 2 * edge):.1f}"

    band = [at(p[0], p[3]) for p in points] + [at(p[0], p[4]) for p in reversed(points)]
    x, y = (at(right, 0.5)).split(",")
    words = [
        (edge - 8, height - edge - share * (height - 2 * edge) + 4, "end", f"{share:.0%}") for share in (0, 0.5, 1)
    ]
    words += [(width - edge, height - edge + 20, "end", f"{right / 60:.1f} CPU minutes"), (edge, 30, "start", "wins")]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
            '<rect width="100%" height="100%" fill="white"/>',
            f'<line x1="{edge}" x2="{x}" y1="{y}" y2="{y}" stroke="#9a5b00" stroke-dasharray="5 4"/>',
            f'<polygon points="{" ".join(band)}" fill="#1f5f99" fill-opacity=".18"/>',
            f'<polyline points="{" ".join(at(p[0], p[2]) for p in points)}" fill="none" stroke="#1f5f99"/>',
            *(
                f'<text x="{a}" y="{b:.0f}" font-size="13" text-anchor="{anchor}">{text}</text>'
                for a, b, anchor, text in words
            ),
            "</svg>\n",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="matrix")
    parser.add_argument("--opponent", default="greedy", help="the bot to beat")
    parser.add_argument("--minutes", type=float, default=9.0, help="of CPU time for learning")
    parser.add_argument("--out", type=Path, default=Path("artifacts/rl"))
    asked = parser.parse_args()
    torch.set_num_threads(1)
    model, course = learn(asked.game, asked.opponent, asked.minutes)
    course.measure(CONFIRMED)
    save(model, course.points, asked.out)


if __name__ == "__main__":
    main()
