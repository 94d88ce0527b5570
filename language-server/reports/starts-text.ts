import type { Figures } from "../analysis/figures.ts";
import type { Run } from "../history/run.ts";
import type { CodedText } from "../texts/coded-text.ts";

interface StartWords extends Pick<Figures, "duration" | "count"> {
  readonly phrase: (coded: CodedText) => string;
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
