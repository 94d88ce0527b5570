import { headlineOf, type Headline } from "../../../language-server/analysis/compare/chance/headline.ts";
import { measuredStart } from "../../../language-server/analysis/compare/chance/measured-start.ts";
import { diffRuns, type RunDifference } from "../../../language-server/analysis/compare/diff.ts";
import { keptSyntax } from "../../../language-server/analysis/compare/cost-digest.ts";
import { cpuVariance } from "../../../language-server/analysis/compare/drift.ts";
import { answeredRequests } from "../../../language-server/analysis/load/load.ts";
import type { StoredStart } from "./stored-runs.ts";

export interface JudgedPair {
  readonly headline: Headline;
  readonly difference: RunDifference;
}

/** A pair as a comparison judges it whose history has all of `starts`. */
export function judgedPair(base: StoredStart, next: StoredStart, starts: readonly StoredStart[]): JudgedPair {
  const measured = (start: StoredStart) => measuredStart(start.facts, "request", start.digest.loadSlices);
  // What is judged does not count as known.
  const others = starts.filter((start) => start !== next);
  const kinds = [...new Set(others.map(({ kind }) => kind))];
  const earlier = kinds.map((kind) => others.filter((start) => start.kind === kind).map((start) => measuredStart(start.facts, "request")));
  const headline = headlineOf({ base: [measured(base)], next: [measured(next)], earlier, per: "request" });
  const units = { base: answeredRequests(base.facts.load), next: answeredRequests(next.facts.load) };
  const cpu = { base: measured(base).figures.cpu, next: measured(next).figures.cpu };
  const machine = { cpu, variance: cpuVariance(earlier) };
  const syntaxOf = { base: keptSyntax(base.digest.sources), next: keptSyntax(next.digest.sources) };
  return { headline, difference: diffRuns(base.digest, next.digest, syntaxOf, { units, by: "withLibraries", machine }) };
}

/** Each run of one kind with each of the other; each pair once if the kinds are equal. */
export function pairsOf(starts: readonly StoredStart[], before: string, after: string): readonly (readonly [StoredStart, StoredStart])[] {
  const [ones, others] = [starts.filter(({ kind }) => kind === before), starts.filter(({ kind }) => kind === after)];
  return ones.flatMap((one, at) => (before === after ? others.slice(at + 1) : others).map((other) => [one, other] as const));
}
