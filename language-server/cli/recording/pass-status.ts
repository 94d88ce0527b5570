import type { PassEvents } from "../../recording/passes/run-passes.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { Words } from "../words/words.ts";
import type { StatusLine } from "./status-line.ts";

type PassProgress = Parameters<PassEvents["progress"]>[0];

/** Tells which pass is measured and how long all of them still take: second by second in a terminal, else once for each pass. */
export function tellPasses(status: StatusLine, { say }: Words): PassEvents["progress"] {
  let told = 0;
  return (progress) => {
    const isNew = progress.pass !== told;
    told = progress.pass;
    status.show(say(now(progress)), isNew ? begun(progress) : undefined);
  };
}

function now(progress: PassProgress): CommandText {
  const { secondsLeft, isStarting } = progress;
  const code = isStarting ? "command.passStarting" : secondsLeft === undefined ? "command.pass" : "command.passLeft";
  return { code, values: valuesOf(progress) };
}

function begun(progress: PassProgress): CommandText {
  return { code: "command.passBegun", values: valuesOf(progress) };
}

function valuesOf({ kind, pass, of, secondsLeft = 0 }: PassProgress) {
  return { kind: { code: `command.passKind.${kind}` as const }, pass, of, seconds: Math.ceil(secondsLeft) };
}
