import { expect, test } from "vitest";
import { tellPasses } from "../../../language-server/cli/recording/pass-status.ts";
import { StatusLine } from "../../../language-server/cli/recording/status-line.ts";
import { englishWords } from "../../../language-server/cli/words/words.ts";

function told(isTTY: boolean): string {
  let written = "";
  const write = (text: string): boolean => ((written += text), true);
  const stream = { isTTY, write } as unknown as NodeJS.WriteStream;
  const tell = tellPasses(new StatusLine({ out: stream, err: stream, env: {}, words: englishWords }), englishWords);
  tell({ kind: "waits", pass: 1, of: 2, secondsLeft: 23.5, isStarting: true });
  tell({ kind: "waits", pass: 1, of: 2, secondsLeft: 23, isStarting: false });
  tell({ kind: "waits", pass: 1, of: 2, isStarting: false });
  tell({ kind: "routes", pass: 2, of: 2, secondsLeft: 12, isStarting: true });
  return written;
}

test("in a terminal the pass under way, what it measures and the time left follow each other in one line", () => {
  expect(told(true).split("\r\u001B[2K")).toEqual([
    "",
    "pass 1 of 2: waits · starting the app",
    "pass 1 of 2: waits · 23 s left",
    "pass 1 of 2: waits",
    "pass 2 of 2: routes · starting the app",
  ]);
});

test("without a terminal each pass is told once", () => {
  expect(told(false)).toBe("Pass 1 of 2: waits, 24 s left.\nPass 2 of 2: routes, 12 s left.\n");
});
