import type { AdviceFigure } from "../../../language-server/analysis/advice/advice.ts";
import { adviceEvidence, type RunFacts } from "../../../language-server/analysis/advice/evidence.ts";
import { adviseOn } from "../../../language-server/analysis/advice/rules.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { profileOfStacks } from "../drawn-profile.ts";

/** `ticks | frame > frame`, callers first, frames as in `profileOfStacks`; the lines are in chronological order. */
export interface DrawnAdvice {
  readonly stacks: string;
  readonly texts?: Readonly<Record<string, string>>;
  readonly run?: Partial<RunFacts>;
  readonly starts?: Readonly<Record<string, number>>;
}

export interface Advised {
  /** `rule passwords.js:9`, or only the rule if it is about the whole run. */
  readonly found: readonly string[];
  readonly figures: readonly Readonly<Record<string, AdviceFigure>>[];
}

/** A run with requests under load unless `run` says otherwise. */
export function advised({ stacks, texts = {}, run = {}, starts = {} }: DrawnAdvice): Advised {
  const samples = stacks
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [ticks = "", stack = ""] = row.split(" | ").map((part) => part.trim());
      return Array.from({ length: Number(ticks) }, () => stack.split(" > "));
    });
  const scripts = Object.keys(texts).map((file) => ({
    url: file.startsWith("node:") ? file : `file:///app/${file}`,
    hash: file,
    mapHash: "",
    mapBase: "",
  }));
  const analysis = analysed(profileOfStacks(samples, { starts }), texts, { scripts, nodeMajor: 26 });
  const facts: RunFacts = {
    requests: 100,
    isServing: run.requests !== 0,
    eventLoopBusy: undefined,
    eventLoopDelay: undefined,
    warnings: [],
    ...run,
  };
  const advice = adviseOn(adviceEvidence(analysis.profile, analysis.costs, facts, analysis));
  return {
    found: advice.map(({ rule, place }) => {
      const path = place === undefined ? undefined : analysis.costs.sources[place.source]?.path;
      return path === undefined ? rule : `${rule} ${path.slice(path.lastIndexOf("/") + 1)}:${place?.line}`;
    }),
    figures: advice.map(({ figures }) => figures),
  };
}
