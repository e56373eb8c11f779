"""Waiting for what happens on a page, never for some time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

KEPT = "navigator.serviceWorker.controller !== null"
"""The page is kept on the device, and answers from there."""

STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const ends = (one) => one.playState === 'running' && isFinite(one.effect.getComputedTiming().endTime);
  let changed = true;
  const watch = new MutationObserver(() => { changed = true; });
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let look = 0; changed && look < 100; look++) {
    changed = false;
    await document.fonts.ready;
    await Promise.allSettled([...document.images].map((one) => one.decode()));
    await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
    for (let n = 0; n < 3; n++) await frame();
  }
  watch.disconnect();
}"""
"""Fonts and pictures are there, what changes by and by has changed, and all was drawn, however busy the machine."""


def wait_until(true: Callable[[], Any], what: str) -> None:
    """Ask again and again until something is so; only what never happens takes long."""
    end = time.monotonic() + 900
    while not true():
        assert time.monotonic() < end, f"never so: {what}"
        time.sleep(0.05)


def until(page: Any, script: str) -> None:
    """Wait until the script says yes; asked from outside, because the page's policy forbids to evaluate text."""
    wait_until(lambda: page.evaluate(script), script)


def settle(page: Any) -> None:
    """Until fonts and pictures are there and nothing moves any more."""
    page.evaluate(STILL)
