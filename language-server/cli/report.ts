import path from "node:path";
import { parseArgs } from "node:util";
import type { PathMappings } from "../analysis/sources/source-paths.ts";
import { type Command, type Terminal, UsageError, wholeOption } from "./command.ts";
import { type Figures, figuresOf, filterWords, type KindFilter } from "./figures.ts";
import { jsonReport } from "./report-json.ts";
import { textReport } from "./report-text.ts";
import { openTarget } from "./target.ts";
import { harmlessJson, styleFor } from "./terminal.ts";

const usualTop = 15;

const help = `Usage: heatline report FILE|RUN [options]

Prints the hottest functions, and the hottest lines in their source.

FILE  a .cpuprofile, a trace of Chrome DevTools or Node, a V8 log (isolate-…-v8.log of node --prof, also
      preprocessed to JSON), 0x ticks, pprof, speedscope, the output of perf script, or collapsed stacks; also as .gz;
      - is standard input
RUN   the folder of a run, or a folder of runs: the newest of them

  --json           everything, for programs: see the README
  --top N          this many functions and lines (default ${usualTop}; with --json: all)
  --filter KINDS   only code of these kinds, by commas: own, deps, node, native, gc, program, compile
  --source DIR     where the sources are now, if they moved since; counts as your own code
  --path-mapping REMOTE=LOCAL
                   for an app that ran elsewhere (a container, a bundler's address): its folder there, and where that is
                   here; counts as your own code; may be given several times
  -h, --help

Your own code is what lies in the app's folder (for a FILE: the current one), outside node_modules.
Exit codes: 0 success, 1 the profile cannot be read, 2 wrong usage.
`;

export const reportCommand: Command = {
  name: "report",
  summary: "prints what a run or a profile cost, by function and line",
  help,
  run: report,
};

async function report(args: readonly string[], { out, env }: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      top: { type: "string" },
      filter: { type: "string" },
      source: { type: "string" },
      "path-mapping": { type: "string", multiple: true },
    },
  });
  const [target, ...others] = positionals;
  if (target === undefined) throw new UsageError("Name a profile or a run: heatline report FILE|RUN.");
  if (others.length > 0) throw new UsageError(`Name only one profile or run: “${others[0] ?? ""}” is a second.`);
  const top = wholeOption("top", values.top, 1, 1_000_000);
  const filter = filterFrom(values.filter);
  const opened = await openTarget(target, { sourceFolder: values.source, pathMappings: mappingsFrom(values["path-mapping"] ?? []) });
  const figures = figuresOf(opened.analysis, filter);
  if (values.json === true) {
    const chosen = top === undefined ? figures : firstOf(figures, top);
    out.write(`${harmlessJson(jsonReport(opened, chosen))}\n`);
    return 0;
  }
  out.write(textReport(opened, figures, filter !== undefined, top ?? usualTop, styleFor(out, env)));
  return 0;
}

function firstOf({ lines, functions, others }: Figures, top: number): Figures {
  return { lines: lines.slice(0, top), functions: functions.slice(0, top), others: others.slice(0, top) };
}

/** Parses texts of the form `REMOTE=LOCAL`. */
function mappingsFrom(texts: readonly string[]): PathMappings {
  return Object.fromEntries(
    texts.map((text) => {
      const [remote = "", ...local] = text.split("=");
      if (remote.trim() === "" || local.join("=").trim() === "")
        throw new UsageError(`--path-mapping must be like /usr/src/app=., the folder there and the one here, not “${text}”.`);
      return [remote, path.resolve(local.join("="))];
    }),
  );
}

function filterFrom(text: string | undefined): KindFilter | undefined {
  if (text === undefined) return undefined;
  const words = text.split(",").map((word) => word.trim());
  return new Set(
    words.map((word) => {
      const kind = Object.hasOwn(filterWords, word) ? filterWords[word] : undefined;
      if (kind === undefined) throw new UsageError(`--filter knows ${Object.keys(filterWords).join(", ")}, not “${word}”.`);
      return kind;
    }),
  );
}
