import path from "node:path";
import type { Command } from "../command.ts";

/**
 * Only for `--help`, the list of commands and wrong options: `start.ts` starts the server without the command line, which it loads where
 * the server refuses its arguments.
 */
export const mcpCommand: Command = {
  name: "mcp",
  summary: { code: "command.mcp.about" },
  help: { code: "command.mcp.help" },
  run: async () => {
    require(path.join(__dirname, "mcp.js"));
    return await new Promise<never>(() => undefined);
  },
};
