import { adviceEvidence } from "../analysis/advice/evidence.ts";
import { adviseOn } from "../analysis/advice/rules.ts";
import { allocationsOf, type WithAllocations } from "./allocations/run-allocations.ts";
import { answeredRequests } from "../analysis/load/load.ts";
import { requestsOfAll } from "../analysis/selection/run-routes.ts";
import { isWholeRun } from "../analysis/selection/selection.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import type { Run } from "../history/run.ts";
import type { AdviceView } from "./run-answers.ts";

/** Data of a run, besides samples, that the advice rules use. */
type AdvisedRun = Pick<Run, "load" | "eventLoopBusy" | "eventLoopDelay" | "warnings">;

/** The advice for what is selected of a run or profile, costliest first. */
export function runAdvice(
  { analysis, run, allocationsPass }: WithAllocations & { readonly run: AdvisedRun },
  { selection, costs, tables }: Selected,
): readonly AdviceView[] {
  const pathOf = (source: number): string => costs.sources[source]?.path ?? "";
  const warnings = (run.warnings ?? []).map(({ name, message, frames }) => ({
    name,
    message,
    places: frames.flatMap(({ url, line, column }) => analysis.placeOf(url, line, column) ?? []),
  }));
  const { eventLoopBusy, eventLoopDelay } = isWholeRun(selection) ? run : {};
  const requests = isWholeRun(selection) ? requestsOfAll(analysis.routes, run.load) : 0;
  const facts = { requests, isServing: answeredRequests(run.load) > 0, eventLoopBusy, eventLoopDelay, warnings };
  return adviseOn(adviceEvidence(tables.profile, costs, facts, analysis)).map(({ place, figures, ...found }) => ({
    ...found,
    place: place === undefined ? undefined : { path: pathOf(place.source), line: place.line },
    figures: {
      ...Object.fromEntries(
        Object.entries(figures).map(([name, figure]) => [
          name,
          "places" in figure ? { places: figure.places.map(({ source, ...at }) => ({ path: pathOf(source), ...at })) } : figure,
        ]),
      ),
      ...(found.rule === "garbage-collection" && isWholeRun(selection) ? allocatorsIn({ analysis, allocationsPass }) : {}),
    },
  }));
}

const mostAllocators = 3;

/** Who makes what is collected, if a pass has measured that. */
function allocatorsIn(run: WithAllocations): AdviceView["figures"] {
  const top = allocationsOf(run)?.top(mostAllocators) ?? [];
  if (top.length === 0) return {};
  const places = top.map(({ key: { path, line, name }, share, bytes, isPerRequest }) => ({
    name,
    path,
    line,
    share,
    ...(isPerRequest ? { bytesPerRequest: bytes } : {}),
  }));
  return { allocators: { places } };
}
