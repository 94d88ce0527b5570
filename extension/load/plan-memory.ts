import * as v from "valibot";
import type * as vscode from "vscode";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";

const key = "heatline.plans";
const kept = v.object({ plan: loadPlanSchema, given: v.string() });

/** The last edited plan of each app. Valid until the settings it was based on change, since those are then newer. */
export class PlanMemory {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** `given` is the load in the app's launch configuration or package.json. */
  of(app: string, given: unknown): LoadPlan | undefined {
    const found = v.safeParse(kept, this.#all()[app]);
    return found.success && found.output.given === textOf(given) ? found.output.plan : undefined;
  }

  async keep(app: string, plan: LoadPlan, given: unknown): Promise<void> {
    await this.#memory.update(key, { ...this.#all(), [app]: { plan, given: textOf(given) } });
  }

  #all(): Readonly<Record<string, unknown>> {
    return this.#memory.get<Record<string, unknown>>(key, {});
  }
}

/** Equal for equal settings, regardless of the order of keys. */
function textOf(given: unknown): string {
  return (
    JSON.stringify(given, (_key, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    ) ?? ""
  );
}
