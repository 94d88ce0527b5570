import * as vscode from "vscode";
import { type AdviceItem, runAdvice } from "../../language-server/protocol/callers.ts";
import type { Location } from "../../language-server/protocol/place.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { parsePlace } from "./navigation.ts";
import { showPlace } from "../runs/shown-run.ts";
import { inform } from "../screen/notifications.ts";
import { pickOne } from "../screen/picks.ts";

/** What the advice rules found: a list of everything, or one line's advice by the lens that names it. */
export function registerAdvice(register: RegisterCommand, server: ServerLink): vscode.Disposable {
  return register("heatline.showAdvice", async (argument) => {
    if (argument !== undefined) {
      await showHoverAt(parsePlace(argument));
      return;
    }
    const advice = await server.request(runAdvice, {});
    if (advice.length === 0) {
      void inform(vscode.l10n.t("No known problem was found in this run. Start with the hottest lines."));
      return;
    }
    const items = advice.map((each) => ({
      icon: "lightbulb",
      label: each.hint,
      description: each.label === "" ? vscode.l10n.t("the run as a whole") : each.label,
      detail: each.explanation,
      advice: each,
    }));
    const picked = await pickOne(items, {
      title: vscode.l10n.t("Advice on this run"),
      placeHolder: vscode.l10n.t("Go to the line"),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked !== undefined) await show(picked.advice);
  });
}

/** Advice that concerns no line is shown in a message. */
async function show(advice: AdviceItem): Promise<void> {
  if (advice.location !== undefined) {
    await showHoverAt(advice.location);
    return;
  }
  const readOn = vscode.l10n.t("Read More");
  const answer = await inform(`${advice.explanation} ${advice.remedy}`, readOn);
  if (answer === readOn) await vscode.env.openExternal(vscode.Uri.parse(advice.documentation, true));
}

/** Focuses the hover, so that Tab reaches its links. */
async function showHoverAt(place: Location): Promise<void> {
  await showPlace(place);
  await vscode.commands.executeCommand("editor.action.showHover", { focus: "autoFocusImmediately" });
}
