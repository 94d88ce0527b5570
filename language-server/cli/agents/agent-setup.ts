import { parseArgs } from "node:util";
import { type Command, type Terminal, UsageError } from "../command.ts";
import path from "node:path";

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

const options = {
  remove: { type: "boolean", default: false },
  yes: { type: "boolean", short: "y", default: false },
  root: { type: "string", completes: "path" },
} as const;

export const agentSetupCommand: Command = {
  name: "agent-setup",
  summary: { code: "command.agentSetup.about" },
  help: { code: "command.agentSetup.help" },
  options,
  // Those of `clients.ts`, which is in another bundle.
  operands: ["claude", "vscode", "cursor", "gemini", "codex"],
  run: agentSetup,
};

async function agentSetup(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options,
  });
  const [client, second] = positionals;
  if (second !== undefined) throw new UsageError({ code: "command.agentSetup.twoClients", values: { value: second } });
  // What reads and edits configurations is a bundle of its own, which other commands do not load.
  const { setUpClient, usualClient } = await import("./client-setup.js");
  const request = { client: client ?? usualClient, isRemoval: values.remove, isAgreed: values.yes, root: values.root };
  return await setUpClient(request, terminal);
}
