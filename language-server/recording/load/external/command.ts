import path from "node:path";
import { commandWords, usesPlaceholder } from "../../../analysis/load/load-command.ts";
import { currentPlatform } from "../../../platform/current-platform.ts";
import { readLoadOutput } from "../../../analysis/load/reports/read-output.ts";
import { describeRequests, type ExternalTool, externalSender } from "./external-tool.ts";
import { sendLoad } from "../load-sequence.ts";
import type { LoadTool } from "../load-tool.ts";
import { urlOf, targetRequests } from "../request-target.ts";
import { mustNeedNoSetup } from "../setup/after-setup.ts";
import { findTool } from "./tool-process.ts";

/** Any command line; its report is read if its format is known. For the warm-up it is run and interrupted after the warm-up time. */
export const commandTool: LoadTool = {
  name: "command",
  async run(plan, context) {
    const command = plan.command ?? "";
    const requests = targetRequests(plan);
    const [first] = requests;
    const target = describeRequests(requests);
    const url = first === undefined ? "" : urlOf(first);
    const words = (seconds: number): readonly string[] =>
      commandWords(command, { url, connections: plan.connections, duration: Math.max(1, Math.ceil(seconds)) }, currentPlatform);
    const [program = ""] = words(1);
    const file = await findTool(program, context.processes);
    const name = path.basename(program);
    const usesUrl = usesPlaceholder(command, "url");
    const tool: ExternalTool = {
      name,
      label: usesUrl ? `${name} ${requests[0]?.path ?? ""}`.trim() : name,
      url: usesUrl ? target.url : "",
      requests: usesUrl ? target.requests : [],
      command: (seconds) => ({ file, args: words(seconds).slice(1) }),
      seconds: usesPlaceholder(command, "duration") ? plan.durationSeconds : undefined,
      connections: usesPlaceholder(command, "connections") ? plan.connections : undefined,
      // It may be any, such as k6, which speaks both.
      spoken: "http2-too",
      read: ({ stdout, stderr }) => Promise.resolve(readLoadOutput(stdout) ?? readLoadOutput(stderr)),
    };
    return sendLoad(plan, context, ([session]) => {
      mustNeedNoSetup(plan, session);
      return Promise.resolve(externalSender(plan, tool, context));
    });
  },
};
