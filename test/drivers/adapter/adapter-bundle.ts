import path from "node:path";
import { build } from "esbuild";
import { currentUrls } from "../../../esbuild.current-urls.mjs";
import { loadTool } from "../../../esbuild.load-tool.mjs";
import { readLogsElsewhere } from "../../../esbuild.read-logs.mjs";
import { quickModules } from "../../../esbuild.quick-modules.mjs";
import { inAppEntries } from "../in-app-entries.ts";
import { madeOnce } from "../made-once.ts";
import { platformName, platformOptions } from "../other-platform.ts";

/** The bundle of the load's cookies, as in esbuild.config.mjs. */
export const cookieJar = {
  target: "node18",
  alias: { tldts: path.resolve(import.meta.dirname, "../../../language-server/recording/load/setup/registrable-domain.ts") },
  entryPoints: { "cookie-jar": "language-server/recording/load/setup/cookie-jar.ts" },
} as const;

const root = path.resolve(import.meta.dirname, "../../..");

export interface AdapterBundle {
  readonly debugAdapter: string;
  readonly watchdog: string;
  readonly autocannonChild: string;
  readonly tickLogWorker: string;
  readonly inApp: string;
}

/** Bundles the processes that the tests start, as esbuild.config.mjs does. */
export async function buildAdapter(): Promise<AdapterBundle> {
  const folder = await madeOnce(`adapter-${platformName()}`, bundle);
  return {
    debugAdapter: path.join(folder, "debug-adapter.js"),
    watchdog: path.join(folder, "watchdog.js"),
    tickLogWorker: path.join(folder, "tick-log-worker.js"),
    autocannonChild: path.join(folder, "autocannon-child.js"),
    inApp: path.join(folder, "in-app"),
  };
}

async function bundle(folder: string): Promise<void> {
  const common = { bundle: true, platform: "node", format: "cjs", outdir: folder, absWorkingDir: root, logLevel: "error" } as const;
  const plugins = [currentUrls, readLogsElsewhere(true), quickModules];
  const shared = { ...common, ...platformOptions() };
  await build({
    ...shared,
    plugins,
    target: "node22",
    external: ["./cookie-jar.js", "./read-imports.js"],
    entryPoints: {
      watchdog: "language-server/recording/processes/watchdog.ts",
      "tick-log-worker": "language-server/recording/ticks/tick-log-worker.ts",
      "read-imports": "language-server/history/imports/read-imports.ts",
    },
  });
  await build({
    ...shared,
    plugins: [readLogsElsewhere(false), ...plugins],
    target: "node22",
    external: ["./cookie-jar.js", "./read-imports.js", "./tick-log-worker.js"],
    entryPoints: { "debug-adapter": "extension/debug-adapter/main.ts" },
  });
  await build({
    ...shared,
    plugins: [loadTool],
    target: "node18",
    external: ["./cookie-jar.js"],
    entryPoints: {
      "autocannon-child": "language-server/recording/load/autocannon/autocannon-child.ts",
      parser: "@babel/parser",
      ...inAppEntries,
    },
  });
  await build({ ...shared, target: "node20", entryPoints: { parser: "@babel/parser" } });
  await build({ ...common, ...cookieJar });
}
