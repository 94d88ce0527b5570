import os from "node:os";
import type { UserError } from "../../analysis/user-error.ts";
import { caughtUp } from "../../recording/back-pressure.ts";
import { Deferred } from "../../recording/deferred.ts";
import { exactElseInspector, inspectorOnly } from "../../recording/session/default-recorder.ts";
import { Recording } from "../../recording/session/recording.ts";
import type { RecordingOptions } from "../../recording/session/recording-options.ts";
import { startsText } from "../../reports/starts-text.ts";
import { reportWordsIn } from "../words/report-words.ts";
import type { Listener } from "../command.ts";
import { exit } from "../terminal.ts";
import { whenInterrupted } from "./recorded-savings.ts";
import { StatusLine } from "./status-line.ts";

interface RecordedStarts {
  readonly folders: readonly string[];
  /** 0 if starts were recorded, whatever their own exit code; that code if the app failed with an error; else 1. */
  readonly exitCode: number;
  /** A signal ended them. */
  readonly isInterrupted: boolean;
}

/**
 * Starts the app again and again, until the recording has enough or a terminating signal arrives, which keeps the whole starts; a second signal
 * exits at once. With `ending`, that alone ends them. Resolves when no process of the app is left.
 */
export async function recordStarts(
  recorder: "exact" | "inspector",
  options: Omit<RecordingOptions, "createRecorder">,
  terminal: Listener,
  onProblem: (problem: UserError) => void,
  ending?: AbortSignal,
): Promise<RecordedStarts> {
  const status = new StatusLine(terminal);
  const words = reportWordsIn(terminal.words);
  const folders: string[] = [];
  const ended = new Deferred<void>();
  let ofFirst = true;
  let ownCode = 1;
  let hasCrashed = false;
  let isInterrupted = false;
  let recording: Recording | undefined;

  function interrupt(): void {
    // The watchdog ends the app.
    if (isInterrupted) exit(130);
    isInterrupted = true;
    status.say({ code: "command.ending" });
    void recording?.stop();
  }

  whenInterrupted(interrupt, ending);
  status.say({ code: "command.recordingStarts" });
  try {
    recording = await Recording.start(
      { ...options, createRecorder: recorder === "exact" ? exactElseInspector : inspectorOnly },
      {
        output: (_text, stream, bytes) => {
          if (!ofFirst) return undefined;
          status.makeWay(bytes);
          const out = terminal[stream === "stdout" ? "out" : "err"];
          out.write(bytes);
          return caughtUp(out);
        },
        ready: () => undefined,
        startEnded: (soFar) => {
          ofFirst = false;
          status.show(startsText({ startup: soFar }, words));
        },
        recording: () => undefined,
        loadProgress: () => undefined,
        loadEnded: () => undefined,
        runWritten: ({ folder, run }) => {
          hasCrashed = run.failure !== undefined;
          folders.push(folder);
        },
        problem: (problem) => {
          status.clear();
          onProblem(problem);
        },
        ended: ({ code, signal }) => {
          ownCode = signal === null ? (code ?? 1) : 128 + os.constants.signals[signal];
          ended.resolve();
        },
      },
    );
    if (isInterrupted) void recording.stop();
    await ended.promise;
    await recording.stop();
  } finally {
    status.clear();
  }
  return { folders, exitCode: hasCrashed ? ownCode : folders.length > 0 ? 0 : 1, isInterrupted };
}
