import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Terminal } from "../../../language-server/cli/command.ts";
import { reportWaiting } from "../../../language-server/cli/recording/launching.ts";
import { StatusLine } from "../../../language-server/cli/recording/status-line.ts";
import { loadFrom } from "../../../language-server/cli/requested-load.ts";
import { englishWords } from "../../../language-server/cli/words/words.ts";

let written = "";
const stream = (isTTY: boolean): NodeJS.WriteStream =>
  ({
    isTTY,
    write: (text: string) => {
      written += text;
      return true;
    },
  }) as unknown as NodeJS.WriteStream;
const terminal = (isTTY: boolean): Terminal => ({ out: stream(isTTY), err: stream(isTTY), env: {}, words: englishWords });

beforeEach(() => {
  written = "";
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("in a terminal the seconds until the app listens are counted, and after a while what may keep it is said", () => {
  const reported = reportWaiting(loadFrom(["/"], {}, undefined), new StatusLine(terminal(true)), englishWords);
  vi.advanceTimersByTime(3000);
  expect(written.split("\r\u001B[2K")).toEqual(["", ...[1, 2, 3].map((seconds) => `started, waiting for a port · ${seconds} s`)]);
  vi.advanceTimersByTime(12_000);
  expect(written).toContain("Waiting for the app to listen on a port: then the load starts.");
  expect(written).toMatch(/No port after 15 s\. .*database.*input.*process that it did not start\. A script needs no --load/);
  reported[Symbol.dispose]();
  written = "";
  vi.advanceTimersByTime(60_000);
  expect(written).toBe("");
});

test("without a terminal only what lasts is written, once, with the port that is waited for", () => {
  using _reported = reportWaiting(loadFrom(["/"], { port: "3000" }, undefined), new StatusLine(terminal(false)), englishWords);
  vi.advanceTimersByTime(60_000);
  expect(written.trim().split("\n")).toEqual([
    "Waiting for the app to listen on port 3000: then the load starts. Ctrl+C ends the app and keeps what was recorded.",
    expect.stringMatching(/^No port after 15 s\./),
  ]);
});

test("a question of the app, which has no line end, is not overwritten", () => {
  const status = new StatusLine(terminal(true));
  status.show("waiting");
  status.makeWay(Buffer.from("Password: "));
  written = "";
  status.show("waiting");
  expect(written).toBe("");
  status.makeWay(Buffer.from("\n"));
  status.show("waiting");
  expect(written).toContain("waiting");
});
