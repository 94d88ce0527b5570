import type { Milliseconds } from "../../analysis/units.ts";
import type { PassEvents } from "../../recording/passes/run-passes.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { Words } from "../words/words.ts";
import type { StatusLine } from "./status-line.ts";

type PassProgress = Parameters<PassEvents["progress"]>[0];

/** By then an app that the run had listening does so again: what keeps it is in its output. */
const adviceMs: Milliseconds = 15_000;

export interface PassReport extends Disposable {
  readonly progress: PassEvents["progress"];
}

/**
 * Shows which pass is measured and how long all of them still take: second by second in a terminal, else once for each pass. Of an app that does
 * not listen for long it is said, once a pass, until it is disposed of.
 */
export function reportPasses(status: StatusLine, { say }: Words): PassReport {
  let reported = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    progress: (progress) => {
      const isNew = progress.pass !== reported;
      reported = progress.pass;
      status.show(say(now(progress)), isNew ? begun(progress) : undefined);
      if (isNew || !progress.isStarting) clearTimeout(timer);
      if (isNew && progress.isStarting)
        timer = setTimeout(() => status.say({ code: "command.passWaiting", values: { seconds: adviceMs / 1000 } }), adviceMs);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
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
