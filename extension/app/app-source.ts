import type * as vscode from "vscode";
import type { AppSource } from "../debug/configuration-provider.ts";
import { parseLoadDefaults } from "../load/load-plan.ts";
import { configurationKey } from "./app-candidates.ts";
import type { AppPicker } from "./app-picker.ts";
import { attachPlace, mayAttach } from "./attach.ts";
import { foldersUp } from "./folders-up.ts";
import { readPackage } from "./package-facts.ts";

/** Supplies what launch configurations are completed with: the picked app, the process to attach to, the load settings. */
export function createAppSource(picker: AppPicker, memory: vscode.Memento): AppSource {
  return {
    mustBeTrusted: () => picker.mustBeTrusted(),
    configurations: () => picker.configurations(),
    pickApp: () => picker.pickWithoutConfigurations(),
    configurationKey,
    async attachPlace(named) {
      const place = named ?? (await attachPlace());
      return place !== undefined && (await mayAttach(place.host, memory)) ? place : undefined;
    },
    checkLoad: (load, name) => parseLoadDefaults(load, `“${name}”`),
    async packageLoad(folder, top) {
      for (const each of foldersUp(folder, top)) {
        const found = await readPackage(each, top);
        if (found !== undefined) return found.load;
      }
      return undefined;
    },
  };
}
