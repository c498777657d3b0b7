"""The waits of the page's tests: each for an event, with a limit that only a machine that hangs reaches."""

import time

# How long a test waits for what has to come, in milliseconds. No statement: limits of statements belong to the sweep.
PATIENCE = 120_000
# How often `eventually` looks, a tenth of a second apart. It counts looks, so that a machine that stood still has as many.
LOOKS = PATIENCE // 100


def eventually(find):
    """Waits until something outside the page is found, and returns it; what was found last where nothing comes."""
    for _ in range(LOOKS):
        found = find()
        if found:
            return found
        time.sleep(0.1)
    return find()


def until(page, script, arg=None, patience=PATIENCE):
    """Waits until a script says yes.

    Playwright's own wait, `wait_for_function`, works only where the answer is yes at once: its second look is a text that
    the page evaluates itself, which the page's policy forbids.
    """
    for _ in range(patience // 20):
        if page.evaluate(script, arg):
            return
        page.wait_for_timeout(20)
    raise TimeoutError(f"not in {patience} ms: {script}")


def caught(page, held, count=1):
    """Waits until a route has caught so many requests: what a page shows of one may be there before the test hears of it."""
    for _ in range(PATIENCE // 20):
        if len(held) >= count:
            return held
        page.wait_for_timeout(20)
    raise TimeoutError(f"{len(held)} of {count} requests")
