import type { FlameProfile } from "../../analysis/flame/flame-reduction.ts";
import { UserError } from "../../analysis/user-error.ts";
import { flame, frameAt, type FrameLocation, locateFrame } from "../../protocol/flame.ts";
import { newest, respond } from "../respond.ts";
import { filterReport } from "../../reports/compared-selection.ts";
import { scopeText } from "../../reports/scope-text.ts";
import { reportWordsIn } from "../words/group-text.ts";
import { withOnlyTime } from "../words/waits-text.ts";
import { functionLabel, keyOf } from "../runs/function-reference.ts";
import { fromLspLine } from "../to-lsp.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { OpenRun } from "../runs/open-run.ts";
import type { FlamePlaces } from "../../answers/flame-answers.ts";
import type { Workspace } from "../workspace.ts";

/** Answers requests for the flame panel: the reduced profile, and the places of its frames in the code. */
export function flameFeature(workspace: Workspace): Disposable {
  return combinedDisposable([
    respond(
      workspace,
      flame,
      newest(async (_none, signal) => {
        const run = workspace.requireShown();
        const filter = workspace.listFilter(run);
        const drawn = await run.request("flame", { filter }, signal);
        if (drawn === null) throw new UserError("shown.noThread");
        const { functions, kinds, effect } = drawn;
        const words = reportWordsIn(workspace.locale);
        const { selection, run: facts } = run.view;
        const texts = [scopeText(selection, facts, words), filterReport(filter, effect, words)];
        const filterText = withOnlyTime(texts.filter((text) => text !== "").join(" · "), run, workspace);
        return { profile: labelled(drawn.flame, workspace.textOf), functions, kinds, filterText };
      }),
    ),
    respond(workspace, locateFrame, async ({ frame, path }, signal) => {
      const run = workspace.requireShown();
      return frameLocation(run, await run.request("flamePlaces", { frame, path }, signal), signal);
    }),
    respond(workspace, frameAt, async ({ uri, name, line, character, version }, signal) => {
      const run = workspace.requireShown();
      const key = await keyOf({ uri, name: name ?? "", line, character, version }, run);
      if (key === undefined) return null;
      const wanted = name === undefined ? { path: key.path, line: await ranLine(workspace, uri, line) } : key;
      const frame = await run.request("flameFrame", wanted, signal);
      return frame === null ? null : { frame };
    }),
  ]);
}

/** The best of the places that can be opened. Throws a UserError if there is no such frame. */
export async function frameLocation(run: OpenRun, places: FlamePlaces | null, signal: AbortSignal): Promise<FrameLocation | null> {
  if (places === null) throw new UserError("shown.noFrame");
  const { own, caller } = places;
  const found = await run.locate(caller === undefined ? own : [...own, caller], signal);
  const best = found.findIndex((location) => location !== undefined);
  const location = found[best];
  return location === undefined ? null : { ...location, isCaller: best === own.length };
}

function labelled(profile: FlameProfile, textOf: Workspace["textOf"]): FlameProfile {
  const frames = profile.shared.frames.map((frame) => ({ ...frame, name: functionLabel(frame, textOf) }));
  return { ...profile, shared: { frames } };
}

/** A line of an open document, as it was when it ran; 0 if the line is new. */
async function ranLine(workspace: Workspace, uri: string, line: number): Promise<number> {
  const document = workspace.documents.get(uri);
  const view = document === undefined ? null : await workspace.requireShown().documentView(document, workspace.settings);
  return view === null ? fromLspLine(line) : (view.ranLines[fromLspLine(line)] ?? 0);
}
