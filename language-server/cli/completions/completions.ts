import { parseArgs } from "node:util";
import { type Command, type Terminal, UsageError } from "../command.ts";
import { bashScript } from "./bash.ts";
import { completedCommands, type CompletedCommand } from "./completed-commands.ts";
import { fishScript } from "./fish.ts";
import { powershellScript } from "./powershell.ts";
import { zshScript } from "./zsh.ts";

const shells: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

const options = {};

/** `all`: every command, this one included. */
export function completionsCommand(all: () => readonly Command[]): Command {
  return {
    name: "completions",
    summary: { code: "command.completions.about" },
    help: { code: "command.completions.help" },
    options,
    operands: Object.keys(shells),
    run: async (args, terminal) => printScript(args, all(), terminal),
  };
}

function printScript(args: readonly string[], commands: readonly Command[], { out, words }: Terminal): number {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [name = "", second] = positionals;
  const script = Object.hasOwn(shells, name) ? shells[name] : undefined;
  if (script === undefined || second !== undefined)
    throw new UsageError({ code: "command.completions.which", values: { shells: Object.keys(shells).join(", ") } });
  out.write(script(completedCommands(commands, words)));
  return 0;
}
