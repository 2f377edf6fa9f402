import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QuietTime } from "./quiet-time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const target = new EventTarget();
  const page = { hidden: false };
  const abort = new AbortController();
  const quiet = new QuietTime({ target, nowMs: Date.now, isHidden: () => page.hidden });
  const outcome = { is: "waiting" };
  quiet.until(abort.signal).then(
    () => (outcome.is = "quiet"),
    () => (outcome.is = "aborted"),
  );
  const press = (buttons: number) =>
    target.dispatchEvent(Object.assign(new Event("pointermove"), { buttons }));
  return { target, page, abort, outcome, press };
}

test("work that nobody waits for begins when the hands have rested for a while", async () => {
  const { target, outcome } = watched();
  await vi.advanceTimersByTimeAsync(1_000);
  target.dispatchEvent(new Event("keydown"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outcome.is).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outcome.is).toBe("quiet");
});

test("it never begins while a button is held or the page is out of sight", async () => {
  const { page, press, outcome } = watched();
  press(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome.is).toBe("waiting");
  page.hidden = true;
  press(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome.is).toBe("waiting");
  page.hidden = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome.is).toBe("quiet");
});

test("it is given up when something else is wanted", async () => {
  const { abort, outcome } = watched();
  abort.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome.is).toBe("aborted");
});
