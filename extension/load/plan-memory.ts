import { createHash } from "node:crypto";
import * as v from "valibot";
import type * as vscode from "vscode";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import { parted, rejoined } from "./plan-secrets.ts";

const key = "heatline.plans";
const kept = v.object({ plan: loadPlanSchema, given: v.string() });
const keptSecrets = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/**
 * The last edited plan of each app. Valid until the settings it was based on change, since those are then newer: of them only a digest is
 * stored, as VS Code has filled in their variables. What may hold secrets is stored only in VS Code's secret storage.
 */
export class PlanMemory {
  readonly #memory: vscode.Memento;
  readonly #secrets: vscode.SecretStorage;
  /** Distinguishes this workspace's secrets from those of others: the storage is one for all. */
  readonly #workspace: string;
  /** What is stored, so that not every edit writes it. */
  readonly #stored = new Map<string, string>();

  constructor(memory: vscode.Memento, secrets: vscode.SecretStorage, workspace: string) {
    this.#memory = memory;
    this.#secrets = secrets;
    this.#workspace = workspace;
  }

  /** Without what may hold secrets, which `whole` puts back. `given` is the load in the app's launch configuration or package.json. */
  of(app: string, given: unknown): LoadPlan | undefined {
    const found = v.safeParse(kept, this.#all()[app]);
    return found.success && found.output.given === digestOf(given) ? found.output.plan : undefined;
  }

  async whole(app: string, plan: LoadPlan): Promise<LoadPlan> {
    const text = await this.#secrets.get(this.#secretKey(app));
    if (text === undefined) return plan;
    this.#stored.set(app, text);
    const found = v.safeParse(keptSecrets, text);
    return found.success ? rejoined(plan, found.output) : plan;
  }

  async keep(app: string, whole: LoadPlan, given: unknown): Promise<void> {
    const { plan, secrets } = parted(whole);
    const text = Object.keys(secrets).length === 0 ? "" : JSON.stringify(secrets);
    if (text !== this.#stored.get(app)) {
      this.#stored.set(app, text);
      await (text === "" ? this.#secrets.delete(this.#secretKey(app)) : this.#secrets.store(this.#secretKey(app), text));
    }
    await this.#memory.update(key, { ...this.#all(), [app]: { plan, given: digestOf(given) } });
  }

  async forget(app: string): Promise<void> {
    const { [app]: _forgotten, ...others } = this.#all();
    this.#stored.delete(app);
    await this.#secrets.delete(this.#secretKey(app));
    await this.#memory.update(key, others);
  }

  #secretKey(app: string): string {
    return `heatline.requests ${this.#workspace} ${app}`;
  }

  #all(): Readonly<Record<string, unknown>> {
    return this.#memory.get<Record<string, unknown>>(key, {});
  }
}

/** Equal for equal settings, regardless of the order of keys. */
function digestOf(given: unknown): string {
  const text = JSON.stringify(given, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash("sha256")
    .update(text ?? "")
    .digest("hex");
}
