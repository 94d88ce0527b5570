import { writeSync } from "node:fs";
import { version } from "../../package.json";
import { isUserError } from "../analysis/user-error.ts";
import { type Command, type Terminal, UsageError } from "./command.ts";
import { compareCommand } from "./compare.ts";
import { exportCommand } from "./export.ts";
import { recordCommand } from "./record.ts";
import { reportCommand } from "./report.ts";
import { harmless } from "./terminal.ts";

const commands: readonly Command[] = [recordCommand, reportCommand, compareCommand, exportCommand];

const help = `heatline ${version}: shows where a Node.js app spends its CPU time, line by line.

Usage: heatline COMMAND …

${commands.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`).join("\n")}

  heatline COMMAND --help   more about a command
  heatline --version
`;

const failure = 1;
const wrongUsage = 2;

async function run([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === "--version" || name === "-v") {
    terminal.out.write(`${version}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    terminal.out.write(help);
    return 0;
  }
  if (name === undefined) {
    terminal.err.write(help);
    return wrongUsage;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined)
    throw new UsageError(`There is no command “${harmless(name)}”. Commands: ${commands.map((each) => each.name).join(", ")}.`);
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (own.includes("--help") || own.includes("-h")) {
    terminal.out.write(command.help);
    return 0;
  }
  try {
    return await command.run(args, terminal);
  } catch (error) {
    if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))
      throw new UsageError(`${error.message.split(". To specify")[0]?.replace(/\.$/, "") ?? ""}. See heatline ${name} --help.`, {
        cause: error,
      });
    throw error;
  }
}

/** The command-line boundary: errors become one line on stderr and an exit code. */
async function main(): Promise<void> {
  // A reader such as `head` may stop reading: not an error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return;
      // A full disk or a closed terminal can only be reported on the other stream, which may be gone too.
      if (stream === process.stdout) writeSync(2, `heatline: the output cannot be written: ${error.message}\n`);
      process.exit(failure);
    });
  }
  let code = failure;
  try {
    code = await run(process.argv.slice(2), { out: process.stdout, err: process.stderr, env: process.env });
  } catch (error) {
    if (error instanceof UsageError) code = wrongUsage;
    if (error instanceof UsageError) process.stderr.write(`heatline: ${error.message}\n`);
    else if (isUserError(error)) process.stderr.write(`heatline: ${harmless(error.text)}\n`);
    else
      process.stderr.write(
        `heatline: this is a bug, please report it: ${harmless(error instanceof Error ? `${error.name}: ${error.message}` : String(error))}\n`,
      );
  }
  // Wait until everything written to a pipe has arrived.
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write("", resolve));
  process.exit(code);
}

void main();
