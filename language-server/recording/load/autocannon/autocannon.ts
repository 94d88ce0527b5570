import { UserError } from "../../../analysis/user-error.ts";
import { sendLoad } from "../load-sequence.ts";
import type { LoadTool } from "../load-tool.ts";
import { serverName } from "../request-target.ts";
import { requestsFile } from "../requests/requests-file.ts";
import { requestsAfter } from "../setup/after-setup.ts";
import { SendingProcess } from "./sending-process.ts";

/** The embedded autocannon, in a process of its own on the app's Node, so that the load does not slow down our process. */
export const autocannonTool: LoadTool = {
  name: "autocannon",
  async run(plan, context) {
    const { privateFolder, processes, onProgress, keptSetup } = context;
    // Ends the sequence when the process has ended, too.
    const ending = new AbortController();
    const signal = AbortSignal.any([context.signal, ending.signal]);
    const sending = new SendingProcess(processes.startAutocannon(), context.signal, onProgress);
    const load = async (): ReturnType<LoadTool["run"]> => {
      await sending.ask({ kind: "start", plan, requestsFile: requestsFile(privateFolder) });
      return sendLoad(plan, { ...context, signal }, async (sessions) => {
        const requests = requestsAfter(plan, sessions[0]);
        await sending.ask({ kind: "open", sessions: sessions.map(({ saved }) => saved) });
        return {
          requests,
          warmUp: async () => {
            const { report } = await sending.ask({ kind: "send", phase: "warmup" }, plan.warmupSeconds);
            const [first] = requests;
            // A server that ends connections without an answer does not understand us.
            if (report?.cancelled === false && report.requests === 0 && (report.errors ?? 0) > 0 && first !== undefined)
              throw new UserError("load.connectionsEnded", { url: serverName(first) });
          },
          ready: () =>
            Promise.resolve(async () => {
              const { report, sessions: last } = await sending.ask({ kind: "send", phase: "measuring" }, plan.durationSeconds);
              // Answers to the load may have set cookies.
              if (keptSetup !== undefined) keptSetup.sessions = last ?? keptSetup.sessions;
              return report;
            }),
        };
      });
    };
    try {
      return await Promise.race([load(), sending.ended]);
    } finally {
      ending.abort();
      await sending.close();
    }
  },
};
