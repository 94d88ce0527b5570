import * as v from "valibot";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import { callersAndCallees, type LinkedPlace } from "../../language-server/protocol/callers.ts";
import type { LensArguments } from "../../language-server/protocol/client-commands.ts";
import { functionReference } from "../../language-server/protocol/place.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { percent } from "../runs/run-text.ts";
import { showPlace } from "../runs/shown-run.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";

export const lensArguments: v.GenericSchema<unknown, LensArguments> = v.object({ reference: functionReference });

type PlaceItem = PickItem & { readonly place?: LinkedPlace };

/** Clicking a lens lists the callers and callees of its function as places to go to. */
export function registerCallers(register: RegisterCommand, server: ServerLink): vscode.Disposable {
  return register("heatline.showCallers", async (argument) => {
    const { reference } = v.parse(lensArguments, argument);
    const found = await server.request(callersAndCallees, reference);
    if (found === null) {
      throw new UserError(
        vscode.l10n.t("{0} is not in the run that is shown.", reference.name),
        vscode.l10n.t("Profile the app again if it was edited since."),
      );
    }
    const title = vscode.l10n.t("{0}: {1} % total, {2} % self", found.name, percent(found.total), percent(found.self));
    const items: PlaceItem[] = [
      ...section(vscode.l10n.t("called by"), found.callers, "arrow-left"),
      ...section(vscode.l10n.t("calls"), found.callees, "arrow-right"),
    ];
    const picked = await pickOne(items, {
      title,
      matchOnDescription: true,
      placeHolder: vscode.l10n.t("Go to a caller or callee"),
    });
    if (picked?.place?.location !== undefined) await showPlace(picked.place.location);
  });
}

function section(label: string, places: readonly LinkedPlace[], icon: string): PlaceItem[] {
  if (places.length === 0) return [];
  return [
    { label, kind: vscode.QuickPickItemKind.Separator },
    ...places.map((place) => ({ icon, label: place.name, description: place.detail, place })),
  ];
}
