import * as v from "valibot";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import type { Location } from "../../language-server/protocol/place.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { noteReading, type RegisterCommand } from "../commands.ts";
import type { HeatDecorations } from "./heat-decorations.ts";
import { currentPlaces, hotPlaces, neighbour } from "./hot-line-order.ts";
import { type ShownRun, showPlace } from "../runs/shown-run.ts";

const position = v.object({ line: v.number(), character: v.number() });
const place: v.GenericSchema<unknown, Location> = v.object({ uri: v.string(), range: v.object({ start: position, end: position }) });

/** Commands for the next, previous and hottest line, for what makes a line hot, and for the links of hovers. */
export function registerNavigation(register: RegisterCommand, shownRun: ShownRun, heat: HeatDecorations): vscode.Disposable {
  const go = async (direction: "next" | "previous"): Promise<void> => {
    const places = mustBeHot(await shownRun.mustBeShown());
    const editor = vscode.window.activeTextEditor;
    const cursor = editor === undefined ? undefined : { uri: editor.document.uri.toString(), line: editor.selection.active.line };
    const target = neighbour(currentPlaces(places, heat.currentLines()), cursor, direction);
    if (target === undefined) return;
    noteReading();
    const at = { line: target.line, character: 0 };
    await showPlace({ uri: target.uri, range: { start: at, end: at } });
  };
  return vscode.Disposable.from(
    register("heatline.nextHotLine", () => go("next")),
    register("heatline.previousHotLine", () => go("previous")),
    register("heatline.goToHottestLine", async () => {
      const [hottest] = mustBeHot(await shownRun.mustBeShown());
      noteReading();
      if (hottest !== undefined) await showPlace(hottest.location);
    }),
    register("heatline.heatBy", async () => (await import("./heat-by.js")).chooseHeat(shownRun)),
    register("heatline.goTo", async (argument) => {
      noteReading();
      await showPlace(parsePlace(argument));
    }),
  );
}

/** Validates the place passed by a link or a lens. */
export function parsePlace(argument: unknown): Location {
  return v.parse(place, argument);
}

function mustBeHot(summary: RunSummary): ReturnType<typeof hotPlaces> {
  const places = hotPlaces(summary);
  if (places.length > 0) return places;
  const { t } = vscode.l10n;
  const [what, how] = summary.otherHeat?.none.split("\n") ?? [];
  if (what !== undefined && how !== undefined) throw new UserError(what, how);
  throw new UserError(
    t("This run has no hot lines in your workspace's code."),
    t("Open its flame graph, or lower the setting “Heatline: Threshold”."),
  );
}
