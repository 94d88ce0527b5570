import type { RecorderKind, RunEnd } from "../../history/run.ts";
import type { TextCode, TextValues } from "../../texts/coded-text.ts";
import type { Locale } from "../../texts/locale.ts";
import { localised } from "../../texts/localised.ts";

/** The texts of a run's details. Figures are passed in formatted. */
export type DetailTexts = ReturnType<typeof detailTextsOf>;

type Named = TextCode extends infer Code ? (Code extends `detail.${infer Name}.label` ? Name : never) : never;

export function detailTextsOf(locale: Locale) {
  const text = (code: TextCode, values?: TextValues): string => localised({ code, values }, locale);
  const row = (name: Exclude<Named, "recorder">) => ({ label: text(`detail.${name}.label`), about: text(`detail.${name}.about`) });
  return {
    measured: text("details.measured"),
    threads: text("details.threads"),
    app: text("details.app"),
    problems: text("details.problems"),
    recorder: (kind: RecorderKind) => ({
      label: text("detail.recorder.label"),
      value: recorderName(kind, locale),
      about: text(`recorder.${kind}.about`),
    }),
    fallback: row("fallback"),
    live: { ...row("live"), value: text("detail.live.value") },
    ticks: { ...row("ticks"), value: (all: string, busy: string) => text("detail.ticks.value", { all, busy }) },
    interval: row("interval"),
    window: row("window"),
    testRuns: row("testRuns"),
    testStart: row("testStart"),
    errorBar: { ...row("errorBar"), value: (low: string, high: string) => text("detail.errorBar.value", { low, high }) },
    repaired: { ...row("repaired"), value: (ticks: string, share: string) => text("detail.repaired.value", { ticks, share }) },
    doubtful: row("doubtful"),
    inferred: { ...row("inferred"), value: text("detail.inferred.value") },
    killed: { ...row("killed"), value: text("detail.killed.value") },
    disk: row("disk"),
    selected: row("selected"),
    thread: {
      value: (busy: string, share: string, interval: string) => text("detail.thread.value", { busy, share, interval }),
      repaired: (repaired: string, doubtful: string) => text("detail.thread.repaired", { repaired, doubtful }),
      about: (pid: number) => text("detail.thread.about", { pid }),
    },
    command: row("command"),
    node: row("node"),
    end: (end: RunEnd) => ({ ...row("end"), value: text(`end.${end}`) }),
    cpu: row("cpu"),
    loop: row("loop"),
    problem: { ...row("problem"), times: (count: string) => text("detail.problem.times", { count }) },
  };
}

/** `exact: V8's tick log` */
function recorderName(kind: RecorderKind, locale: Locale): string {
  return localised({ code: `recorder.${kind}.name` }, locale);
}
