import type { InferOutput } from "valibot";
import { durationText } from "../../../analysis/figures.ts";
import type { Block } from "../../../analysis/timeline/strip.ts";
import type { StripAnswer } from "../../../answers/timeline/strip-view.ts";
import type { Location } from "../../../protocol/place.ts";
import { type Timeline, timeline, timelineViews } from "../../../protocol/timeline.ts";
import type { Locale } from "../../../texts/locale.ts";
import { localised, textIn } from "../../../texts/localised.ts";
import { combinedDisposable } from "../../combined-disposable.ts";
import { newest, respond } from "../../respond.ts";
import { functionLabel } from "../../runs/function-reference.ts";
import type { OpenRun } from "../../runs/open-run.ts";
import { placeLabel } from "../../runs/place-label.ts";
import type { Workspace } from "../../workspace.ts";

/** Answers requests for the time strip of the shown run. */
export function timeStripFeature(workspace: Workspace): Disposable {
  const draw = async ({ columns, span }: InferOutput<typeof timeline.params>, signal: AbortSignal): Promise<Timeline | null> => {
    const run = workspace.requireShown();
    const strip = await run.request("strip", { columns, span }, signal);
    return strip === null ? null : wordedStrip(strip, run, workspace, signal);
  };
  const byView = new Map(timelineViews.map((view) => [view, newest(draw)]));
  return combinedDisposable([respond(workspace, timeline, async (params, signal) => (byView.get(params.view) ?? draw)(params, signal))]);
}

async function wordedStrip(strip: StripAnswer, run: OpenRun, workspace: Workspace, signal: AbortSignal): Promise<Timeline> {
  const { locale, textOf } = workspace;
  const { blocks, lines, missing } = strip;
  const places = await run.locate([...lines, ...blocks.map(({ hottest }) => hottest)], signal);
  const lineOf = (index: number): number | undefined => places[index]?.range.start.line;
  const ofBlocks = places.slice(lines.length);
  return {
    ...strip,
    lines: lines.map((line, index) => ({ label: placeLabel(line, lineOf(index)), name: functionLabel(line, textOf) })),
    blockTexts: blocks.map((block, index) => blockText(block, ofBlocks[index], locale)),
    blockLocations: blocks.map((_, index) => ofBlocks[index] ?? null),
    // What is recorded now gets the rest of it later.
    missing: run.live ? [] : missing.map((each) => localised(each, locale)),
  };
}

/** `sync.js:12 crunch, 210 ms`. */
function blockText(block: Block, location: Location | undefined, locale: Locale): string {
  const what = whatText(block, location, locale);
  const { kind, withoutCpu } = block;
  if (kind === "noCpu" || withoutCpu === undefined) return what;
  return textIn(locale)("timeline.withoutCpu", { what, time: durationText(withoutCpu / 1000, locale) });
}

function whatText({ kind, from, to, hottest, withoutCpu = to - from }: Block, location: Location | undefined, locale: Locale): string {
  const textOf = textIn(locale);
  const time = durationText((to - from) / 1000, locale);
  if (kind === "noCpu") return textOf("timeline.noCpu", { time: durationText(withoutCpu / 1000, locale), length: time });
  if (hottest === undefined) return textOf(`timeline.${kind}.unplaced`, { time });
  const place = `${placeLabel(hottest, location?.range.start.line)} ${functionLabel(hottest, textOf)}`;
  return textOf(`timeline.${kind}`, { place, time });
}
