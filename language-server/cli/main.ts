import { writeSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { version } from "../../package.json";
import { isUserError } from "../analysis/user-error.ts";
import { type Terminal, UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { exit } from "./terminal.ts";
import { reasonOf } from "../analysis/failure-reason.ts";
import type { CommandText } from "../texts/command-text.ts";
import { harmless } from "../analysis/escaping/hidden-characters.ts";
import { withOwnFile } from "../platform/installation/own-files.ts";
import { commandProblem, optionProblem } from "./wrong-name.ts";
import { wrapped } from "./words/columns.ts";
import { englishWords, type Words, wordsFor } from "./words/words.ts";

/** Later versions of Node may not know the flags, and V8 writes an error then. */
const newestTriedMajor = 26;

const failure = 1;
const wrongUsage = 2;

async function run([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === "--version" || name === "-v") {
    terminal.out.write(`${version}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    terminal.out.write(helpText(terminal.words));
    return 0;
  }
  if (name === undefined) {
    terminal.err.write(helpText(terminal.words));
    return wrongUsage;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined)
    throw new UsageError(
      commandProblem(
        name,
        commands.map((each) => each.name),
      ),
    );
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (own.includes("--help") || own.includes("-h")) {
    terminal.out.write(`${wrapped(terminal.words.lines(command.help))}\n`);
    return 0;
  }
  try {
    return await command.run(args, terminal);
  } catch (error) {
    if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))
      throw new UsageError(optionProblem(error.message, name, Object.keys(command.options)), { cause: error });
    throw error;
  }
}

function helpText({ say }: Words): string {
  return `heatline ${version}: ${say({ code: "command.help.about" })}

${say({ code: "command.help.usage" })}

${commands.map(({ name, summary }) => `  ${name.padEnd(12)} ${say(summary)}`).join("\n")}

  heatline COMMAND --help   ${say({ code: "command.help.more" })}
  heatline --version
`;
}

function failureOf(thrown: unknown): CommandText {
  const error = withOwnFile(thrown, __dirname);
  if (error instanceof UsageError || isUserError(error)) return error.coded;
  if (error instanceof Error && "syscall" in error && error.syscall === "uv_cwd") return { code: "command.noCurrentFolder" };
  return { code: "command.bug", values: { reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) } };
}

/**
 * Makes V8's optimising compiler inline a third of what it usually does and peel no loops: most reports are finished before more would pay
 * off. V8 then rejects code compiled with other flags, so Node's own modules must be loaded before, and the parser's code cache is made
 * with these flags.
 */
function setFlags(): void {
  if (Number.parseInt(process.versions.node, 10) > newestTriedMajor) return;
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=300 --no-turbo-loop-peeling");
}

/** The command-line boundary: errors become one line on stderr and an exit code. */
async function main(): Promise<void> {
  let words = englishWords;
  // Thrown outside of the command's promises; a stack trace would be of minified code.
  process.on("uncaughtException", (error) => {
    writeSync(2, `heatline: ${harmless(words.say(failureOf(error)))}\n`);
    exit(failure);
  });
  // A reader such as `head` may stop reading: not an error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return;
      // A full disk or a closed terminal can only be reported on the other stream, which may be gone too.
      if (stream === process.stdout)
        writeSync(2, `heatline: ${words.say({ code: "command.unwritable", values: { reason: reasonOf(error) } })}\n`);
      exit(failure);
    });
  }
  let code = failure;
  setFlags();
  try {
    words = await wordsFor(process.env);
    code = await run(process.argv.slice(2), { out: process.stdout, err: process.stderr, env: process.env, words });
  } catch (error) {
    if (error instanceof UsageError) code = wrongUsage;
    process.stderr.write(`heatline: ${harmless(words.say(failureOf(error)))}\n`);
  }
  // A failed write is reported before, and then until everything written to a pipe has arrived. A lost terminal refuses even an empty text.
  await new Promise(setImmediate);
  for (const stream of [process.stdout, process.stderr])
    if (stream.writableLength > 0) await new Promise((resolve) => stream.write("", resolve));
  exit(code);
}

void main();
