import type { Figures } from "../analysis/figures.ts";
import type { Run } from "../history/run.ts";
import type { CodedText, TextOf } from "../texts/coded-text.ts";

const standIns = {
  "(anonymous)": "cost.anonymous",
  "(garbage collector)": "cost.garbageCollector",
  "(program)": "cost.program",
  "(top level)": "cost.topLevel",
} as const;

/** A function's name; the words that V8 has in place of one are translated. */
export function functionNameText(name: string, textOf: TextOf): string {
  return Object.hasOwn(standIns, name) ? textOf(standIns[name as keyof typeof standIns]) : name;
}

interface StartWords extends Pick<Figures, "duration" | "count"> {
  readonly phrase: (coded: CodedText) => string;
}

/** Of a script, how long it ran: `ran for 1.35 s, with 1.44 s of CPU time`. */
export function scriptText({ durationMs, cpuMs }: Pick<Run, "durationMs" | "cpuMs">, { duration, phrase }: StartWords): string {
  const values = { time: duration(durationMs), cpu: duration(cpuMs) };
  return phrase({ code: cpuMs > 0 ? "report.ranWithCpu" : "report.ran", values });
}

/** `12 starts until it listened, 310 ms ± 4 ms each`; "" for a run that is not of starts. `±`: the 95 % interval of the mean. */
export function startsText({ startup, end }: Pick<Run, "startup"> & Partial<Pick<Run, "end">>, words: StartWords): string {
  if (startup === undefined) return "";
  const { starts, listened, eachMs, marginMs } = startup;
  const margin = marginMs === undefined ? "" : ` ± ${words.duration(marginMs)}`;
  const values = { count: starts, shown: words.count(starts), each: words.duration(eachMs), margin };
  const how = listened ? "listened" : end === "time-cap" ? "stopped" : "ended";
  return words.phrase({ code: `report.starts.${how}`, values });
}
