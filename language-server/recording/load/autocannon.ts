import type { LoadReport } from "../../analysis/load/load.ts";
import { withoutStop } from "../../texts/coded-text.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { ChildCommand, ChildMessage } from "./autocannon-protocol.ts";
import { explainFailure } from "./load-failure.ts";
import type { LoadTool } from "./load-tool.ts";

/** The embedded autocannon, in a process of its own on the app's Node, so that the load takes no turn from whoever draws its figures. */
export const autocannonTool: LoadTool = {
  name: "autocannon",
  run(plan, { signal, processes, onProgress, measure, confirm }) {
    return new Promise<LoadReport | undefined>((resolve, reject) => {
      const child = processes.startAutocannon();
      const send = (command: ChildCommand): void => {
        if (child.connected) child.send(command);
      };
      const cancel = (): void => send({ kind: "cancel" });
      let stderr = "";
      let settled = false;
      const settle = (finish: () => void): void => {
        settled = true;
        signal.removeEventListener("abort", cancel);
        finish();
        if (child.connected) child.disconnect();
      };
      const fail = (error: unknown): void => settle(() => reject(error instanceof Error ? error : new Error(String(error))));
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr = (stderr + text).slice(-2000)));
      child.on("message", (message: ChildMessage) => {
        switch (message.kind) {
          case "progress":
            onProgress(message.progress);
            break;
          case "doubtful":
            confirm?.(message.responses).then((goesOn) => send({ kind: goesOn ? "proceed" : "cancel" }), fail);
            break;
          case "warm":
            measure().then(() => send({ kind: "measure" }), fail);
            break;
          case "done":
            settle(() => resolve(message.report));
            break;
          case "failed":
            settle(() => reject(explainFailure(message.failure)));
            break;
        }
      });
      child.on("error", (error) => settle(() => reject(error)));
      child.on("exit", (code) => {
        if (settled) return;
        const reason = stderr.trim().split("\n").at(-1) ?? "";
        settle(() =>
          reject(
            reason === ""
              ? new UserError("load.autocannonEnded", { exitCode: code ?? "?" })
              : new UserError("load.autocannonEndedBecause", { exitCode: code ?? "?", reason: withoutStop(reason) }),
          ),
        );
      });
      signal.addEventListener("abort", cancel);
      send({ kind: "start", plan, asks: confirm !== undefined });
      if (signal.aborted) cancel();
    });
  },
};
