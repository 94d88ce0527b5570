import * as v from "valibot";
import type * as vscode from "vscode";
import type { WhichRequest } from "../../language-server/protocol/explain/explained-request.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import type { RequestPanel, RequestPanelParts } from "./request-panel.ts";

const request = v.object({ request: v.string(), from: v.number() });
/** A row of *Slowest Requests*: a request, or a moment, which stands for its slowest one. */
const slowRow = v.variant("kind", [
  v.object({ kind: v.literal("request"), row: request }),
  v.object({ kind: v.literal("moment"), row: v.object({ requests: v.tuple([request]) }) }),
]);

/** *Explain This Request*. Its page is a bundle of its own, loaded with the first one. */
export class ExplainRequest implements vscode.Disposable {
  readonly #command: vscode.Disposable;
  readonly #open: () => Promise<RequestPanel>;
  #panel: RequestPanel | undefined;

  constructor(parts: RequestPanelParts & { readonly shownRun: Pick<ShownRun, "mustBeShown"> }, register: RegisterCommand) {
    this.#open = async () => {
      const { RequestPanel } = await import("./request-panel.js");
      return (this.#panel ??= new RequestPanel(parts));
    };
    this.#command = register("heatline.explainRequest", async (argument) => {
      await parts.shownRun.mustBeShown();
      await (await this.#open()).show(wanted(argument));
    });
  }

  /** Fills the empty panel that VS Code restores from the last session, unless another was opened meanwhile. */
  async revive(panel: vscode.WebviewPanel): Promise<void> {
    await (await this.#open()).revive(panel);
  }

  dispose(): void {
    this.#command.dispose();
    this.#panel?.dispose();
  }
}

/** Anything else stands for the slowest request of all. */
function wanted(argument: unknown): WhichRequest {
  const parsed = v.safeParse(slowRow, argument);
  if (!parsed.success) return { kind: "slowest" };
  const row = parsed.output.kind === "request" ? parsed.output.row : parsed.output.row.requests[0];
  return { kind: "like", ...row };
}
