import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportPasses } from "../../../language-server/cli/recording/pass-status.ts";
import { StatusLine } from "../../../language-server/cli/recording/status-line.ts";
import { englishWords } from "../../../language-server/cli/words/words.ts";

let written = "";

beforeEach(() => {
  written = "";
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function passes(isTTY: boolean) {
  const write = (text: string): boolean => ((written += text), true);
  const stream = { isTTY, write } as unknown as NodeJS.WriteStream;
  return reportPasses(new StatusLine({ out: stream, err: stream, words: englishWords }), englishWords);
}

function reported(isTTY: boolean): string {
  using status = passes(isTTY);
  status.progress({ kind: "waits", pass: 1, of: 2, secondsLeft: 23.5, isStarting: true });
  status.progress({ kind: "waits", pass: 1, of: 2, secondsLeft: 23, isStarting: false });
  status.progress({ kind: "waits", pass: 1, of: 2, isStarting: false });
  vi.advanceTimersByTime(60_000);
  status.progress({ kind: "routes", pass: 2, of: 2, secondsLeft: 12, isStarting: true });
  return written;
}

test("in a terminal the pass under way, what it measures and the time left follow each other in one line", () => {
  expect(reported(true).split("\r\u001B[2K")).toEqual([
    "",
    "pass 1 of 2: waits · starting the app",
    "pass 1 of 2: waits · 23 s left",
    "pass 1 of 2: waits",
    "pass 2 of 2: routes · starting the app",
  ]);
});

test("without a terminal each pass is reported once", () => {
  expect(reported(false)).toBe("Pass 1 of 2: waits, 24 s left.\nPass 2 of 2: routes, 12 s left.\n");
});

test("of an app that does not listen in a pass it is said once where to look, as long as the pass is under way", () => {
  const status = passes(false);
  status.progress({ kind: "waits", pass: 1, of: 1, secondsLeft: 2, isStarting: true });
  vi.advanceTimersByTime(60_000);
  const [begun, advice] = ["Pass 1 of 1: waits, 2 s left.", "No port after 15 s in this pass, though the app had one in the run."];
  expect(written.split("\n")).toEqual([begun, expect.stringContaining(advice), ""]);
  status[Symbol.dispose]();
  const ended = passes(false);
  ended.progress({ kind: "waits", pass: 1, of: 1, secondsLeft: 2, isStarting: true });
  ended[Symbol.dispose]();
  written = "";
  vi.advanceTimersByTime(60_000);
  expect(written).toBe("");
});
