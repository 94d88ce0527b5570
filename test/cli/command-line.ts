import { spawn } from "node:child_process";
import path from "node:path";
import { build } from "esbuild";
import { currentUrls } from "../../esbuild.current-urls.mjs";
import { loadTool } from "../../esbuild.load-tool.mjs";
import { cookieJar } from "../drivers/adapter/adapter-bundle.ts";
import { buildExportedPages } from "../drivers/exported-pages.ts";
import { inAppEntries } from "../drivers/in-app-entries.ts";
import { madeOnce } from "../drivers/made-once.ts";
import { platformName, platformOptions } from "../drivers/other-platform.ts";

const root = path.resolve(import.meta.dirname, "../..");

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandLine {
  /** The bundled command. */
  readonly file: string;
  /** Runs it to its end. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Outcome>;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs it. */
  readonly tracer?: readonly string[];
  /** Called with all output so far whenever there is more; may send Ctrl+C, or another signal. */
  readonly when?: (out: string, err: string, interrupt: (signal?: NodeJS.Signals) => void) => void;
}

/** Its errors without the word on an app that takes seconds to listen, as any app does where the machine is busy. */
export function apartFromWaiting(err: string): string {
  return err.replaceAll(/^(?:Waiting for the app to listen on|No port after \d+ s\.) .*\n/gm, "");
}

/** The command as built by `npm run build`. */
export async function buildCommandLine(): Promise<CommandLine> {
  return commandLineIn(await madeOnce(`cli-${platformName()}`, bundle));
}

/** The command in the folder that it was built into, or in a copy of it. */
export function commandLineIn(folder: string): CommandLine {
  const file = path.join(folder, "heatline.js");
  return { file, run: (args, options = {}) => run(file, args, options) };
}

async function bundle(outdir: string): Promise<void> {
  await build({
    ...platformOptions(),
    plugins: [currentUrls, loadTool],
    absWorkingDir: root,
    outdir,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node18",
    logLevel: "error",
    external: [
      "./recorded-app.js",
      "./benched-versions.js",
      "./client-setup.js",
      "./command-line-ru.js",
      "./command-line-zh-cn.js",
      "./cookie-jar.js",
    ],
    supported: { "dynamic-import": false },
    entryPoints: {
      heatline: "language-server/cli/start.ts",
      "command-line": "language-server/cli/main.ts",
      "command-line-ru": "language-server/cli/words/command-line-ru.ts",
      "command-line-zh-cn": "language-server/cli/words/command-line-zh-cn.ts",
      "recorded-app": "language-server/cli/recorded-app.ts",
      "benched-versions": "language-server/cli/bench/benched-versions.ts",
      "tick-log-worker": "language-server/recording/ticks/tick-log-worker.ts",
      "read-imports": "language-server/history/imports/read-imports.ts",
      watchdog: "language-server/recording/processes/watchdog.ts",
      "debug-adapter": "extension/debug-adapter/main.ts",
      "autocannon-child": "language-server/recording/load/autocannon/autocannon-child.ts",
      parser: "@babel/parser",
      ...inAppEntries,
    },
  });
  await build({
    absWorkingDir: root,
    outdir,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "error",
    // jsonc-parser's main file is a kind of module that cannot be bundled.
    mainFields: ["module", "main"],
    supported: { "dynamic-import": false },
    entryPoints: { "client-setup": "language-server/cli/agents/client-setup.ts", mcp: "language-server/mcp/main.ts" },
  });
  await build({ ...cookieJar, absWorkingDir: root, outdir, bundle: true, platform: "node", format: "cjs", logLevel: "error" });
  await buildExportedPages(outdir);
}

function run(file: string, args: readonly string[], { cwd, env, tracer = [], when }: RunOptions): Promise<Outcome> {
  const [program = "", ...rest] = [...tracer, process.execPath, file, ...args];
  const child = spawn(program, rest, {
    cwd,
    env: { ...process.env, LC_ALL: "C.UTF-8", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  const heard = (): void => when?.(out, err, (signal = "SIGINT") => child.kill(signal));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    heard();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
    heard();
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}
