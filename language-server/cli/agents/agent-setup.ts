import { parseArgs } from "node:util";
import { type Command, type Terminal, UsageError } from "../command.ts";

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
