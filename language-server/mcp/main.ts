import path from "node:path";
import { parseArgs } from "node:util";
import { version } from "../../package.json";
import { Recorder } from "./measuring/recorder.ts";
import { Session } from "./session.ts";
import { allTools } from "./tools/all-tools.ts";
import { toolboxOf } from "./tools/toolbox.ts";
import { Connection } from "./wire/connection.ts";
import { lineWriter, readLines } from "./wire/lines.ts";

const instructions =
  "Heatline measures where a Node.js app of this project spends its CPU time, on the lines of its source. The loop: heatline_profile (a server needs a load) → read the hot line → change the code → heatline_profile the same again → heatline_compare. Only its verdict “faster” is a win; anything else may be noise. Figures are % of the busy time.";

const options = {
  root: { type: "string", multiple: true },
  runs: { type: "string", multiple: true },
  "allow-commands": { type: "boolean", default: false },
} as const;

const wrongUsage = 2;

/** The MCP server over stdin and stdout, until the client closes stdin. */
function main(args: readonly string[]): void {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    // The command says it in the user's language.
    if (require.main !== module) throw error;
    process.stderr.write(`heatline mcp: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = wrongUsage;
    return;
  }
  const absolute = (folders: readonly string[] = []): readonly string[] => folders.map((folder) => path.resolve(folder));
  const session = new Session(
    {
      roots: absolute(values.root),
      runs: absolute(values.runs),
      cwd: process.cwd(),
      worker: path.join(__dirname, "analysis-worker.js"),
      allowsCommands: values["allow-commands"],
    },
    new Recorder(path.join(__dirname, "debug-adapter.js")),
  );
  const connection = new Connection(
    { name: "heatline", title: "Heatline", version, instructions },
    toolboxOf(allTools, session),
    lineWriter(process.stdout),
  );
  const end = (): void => void connection.close().finally(() => process.exit(0));
  readLines(process.stdin, { line: (text) => connection.receive(text), tooLong: (ends) => connection.refuseLong(ends), ended: end });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
}

main(process.argv.slice(process.argv[2] === "mcp" ? 3 : 2));
