import path from "node:path";
import type { AdapterBundle } from "../../drivers/adapter/adapter-bundle.ts";
import { setting } from "./windows-test.ts";

/** The bundles from `npm run build`. */
export function buildAdapter(): Promise<AdapterBundle> {
  const out = setting("HEATLINE_OUT");
  return Promise.resolve({
    debugAdapter: path.join(out, "debug-adapter.js"),
    watchdog: path.join(out, "watchdog.js"),
    tickLogWorker: path.join(out, "tick-log-worker.js"),
    inApp: path.join(out, "in-app"),
    autocannonChild: path.join(out, "autocannon-child.js"),
  });
}
