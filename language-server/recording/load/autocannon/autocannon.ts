import type { LoadReport } from "../../../analysis/load/load.ts";
import { type CodedText, withoutStop } from "../../../texts/coded-text.ts";
import { UserError } from "../../../analysis/user-error.ts";
import type { ChildCommand, ChildMessage } from "./child-protocol.ts";
import { afterAwake } from "../../../platform/awake-timer.ts";
import { OutputTail } from "../../../analysis/output-error/output-tail.ts";
import { requestsFile } from "../requests/requests-file.ts";
import type { LoadTool } from "../load-tool.ts";

/** How much longer than planned a phase may take; after that the process is considered stuck. */
const graceMs = 10_000;
/** The same after it was cancelled. */
const cancelMs = 3000;

/** The embedded autocannon, in a process of its own on the app's Node, so that the load does not slow down our process. */
export const autocannonTool: LoadTool = {
  name: "autocannon",
  run(plan, { signal, processes, privateFolder, onProgress, measure, confirm, keptSetup }) {
    return new Promise<LoadReport | undefined>((resolve, reject) => {
      const child = processes.startAutocannon();
      const send = (command: ChildCommand): void => {
        if (child.connected) child.send(command);
      };
      let endDeadline: (() => void) | undefined;
      let isLate = false;
      const endIn = (ms: number): void => {
        endDeadline?.();
        endDeadline = afterAwake(ms, () => {
          isLate = true;
          child.kill("SIGKILL");
        });
      };
      const cancel = (): void => {
        send({ kind: "cancel" });
        endIn(cancelMs);
      };
      const beginMeasuring = (): void => {
        if (!signal.aborted) endIn(plan.durationSeconds * 1000 + graceMs);
        send({ kind: "measure" });
      };
      const stderr = new OutputTail();
      let settled = false;
      const settle = (finish: () => void): void => {
        settled = true;
        endDeadline?.();
        signal.removeEventListener("abort", cancel);
        finish();
        if (child.connected) child.disconnect();
      };
      const fail = (error: unknown): void => settle(() => reject(error instanceof Error ? error : new Error(String(error))));
      child.stderr?.setEncoding("utf8").on("data", (text: string) => stderr.add(text));
      child.on("message", (message: ChildMessage) => {
        switch (message.kind) {
          case "progress":
            if (message.progress.phase === "warmup" && endDeadline === undefined) endIn(plan.warmupSeconds * 1000 + graceMs);
            onProgress(message.progress, message.soFar);
            break;
          case "doubtful":
            endDeadline?.();
            endDeadline = undefined;
            confirm?.(message.responses).then((goesOn) => send({ kind: goesOn ? "proceed" : "cancel" }), fail);
            break;
          case "warm":
            endDeadline?.();
            measure().then(() => beginMeasuring(), fail);
            break;
          case "done":
            if (keptSetup !== undefined) keptSetup.sessions = message.sessions ?? keptSetup.sessions;
            settle(() => resolve(message.report));
            break;
          case "failed":
            fail(new UserError(message.why.code, message.why.values));
            break;
        }
      });
      child.on("error", fail);
      child.on("exit", (code, killedBy) => {
        if (settled) return;
        if (isLate && signal.aborted) return settle(() => resolve(undefined));
        if (isLate) return fail(new UserError("load.stuck"));
        if (killedBy !== null) {
          const why: CodedText = { code: "load.toolSignalled", values: { tool: "autocannon", signal: killedBy } };
          return fail(new UserError("load.toolFailed", { why }));
        }
        const { reason, lacksMemory } = stderr;
        if (lacksMemory) return fail(new UserError("load.lacksMemory", { reason: withoutStop(reason.replace(/^\w*Error: /, "")) }));
        const exitCode = code ?? "?";
        fail(
          reason === ""
            ? new UserError("load.autocannonEnded", { exitCode })
            : new UserError("load.autocannonEndedBecause", { exitCode, reason: withoutStop(reason) }),
        );
      });
      signal.addEventListener("abort", cancel);
      send({
        kind: "start",
        plan,
        asks: confirm !== undefined,
        requestsFile: requestsFile(privateFolder),
        sessions: keptSetup?.sessions,
        keepsSetup: keptSetup !== undefined,
      });
      if (signal.aborted) cancel();
    });
  },
};
