import { callersAndCallees, type LinkedPlace } from "../../protocol/callers.ts";
import type { PlaceView } from "../../answers/run-answers.ts";
import { respond } from "../respond.ts";
import { type CostWords, perStart, shareOf, timeOf, wordsOf } from "../words/cost-text.ts";
import { durationText, shareText } from "../../analysis/figures.ts";
import { functionLabel, keyOf } from "../runs/function-reference.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { placeLabel } from "../runs/place-label.ts";
import type { TextOf } from "../../texts/coded-text.ts";
import { textIn } from "../../texts/localised.ts";
import type { Workspace } from "../workspace.ts";

/** Callers and callees of a function, as places to go to. */
export function callersFeature(workspace: Workspace): Disposable {
  return respond(workspace, callersAndCallees, async (reference, signal) => {
    const run = workspace.requireShown();
    const key = await keyOf(reference, run);
    const found = key === undefined ? null : await run.request("function", key, signal);
    if (found === null) return null;
    const words = wordsOf(run, workspace.locale);
    return {
      name: functionLabel(found.key, workspace.textOf),
      total: shareOf(found.totalTicks, words),
      self: shareOf(found.selfTicks, words),
      callers: await linked(found.callers, run, words, signal),
      callees: await linked(found.callees, run, words, signal),
    };
  });
}

/** Places with their figures, in the given order: hottest first. */
async function linked(places: readonly PlaceView[], run: OpenRun, words: CostWords, signal: AbortSignal): Promise<readonly LinkedPlace[]> {
  const textOf = textIn(words.locale);
  const locations = await run.locate(places, signal);
  return places.map((place, index) => {
    const location = locations[index];
    return {
      name: functionLabel(place, textOf),
      detail: detailOf(place, location?.range.start.line, words, textOf),
      share: shareOf(place.ticks, words),
      ticks: place.ticks,
      inferred: place.inferred,
      location,
    };
  });
}

/** `45.0 % · 450 ms · at util.js:24`. */
function detailOf(place: PlaceView, lspLine: number | undefined, words: CostWords, textOf: TextOf): string {
  const share = shareText(shareOf(place.ticks, words), words.locale);
  const figures = [place.inferred ? `≈ ${share}` : share, perStart(durationText(timeOf(place.ticks, words), words.locale), words)];
  return place.path === undefined
    ? [...figures, textOf("category.native")].join(" · ")
    : [...figures, textOf("hover.calledFrom", { place: placeLabel(place, lspLine) })].join(" · ");
}
