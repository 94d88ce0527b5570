import path from "node:path";
import type { Command } from "../command.ts";

/**
 * For people: help, wrong options, and what the server waits for on a terminal. For an agent's client `start.ts` starts the server without
 * the command line.
 */
export const mcpCommand: Command = {
  name: "mcp",
  summary: { code: "command.mcp.about" },
  help: { code: "command.mcp.help" },
  // As the server itself reads them, in its own bundle.
  options: {
    root: { type: "string", multiple: true, completes: "path" },
    runs: { type: "string", multiple: true, completes: "path" },
    "allow-commands": { type: "boolean" },
  },
  run: async (_args, { err, words }) => {
    require(path.join(__dirname, "mcp.js"));
    err.write(`heatline: ${words.say({ code: "command.mcp.waiting" })}\n`);
    return await new Promise<never>(() => undefined);
  },
};
