import type { RunFacts } from "../../../../language-server/analysis/compare/before/program.ts";
import type { LoadReport } from "../../../../language-server/analysis/load/load.ts";

export const load: LoadReport = {
  tool: "autocannon",
  url: "http://127.0.0.1:3000/slow",
  label: "GET /slow",
  requests: 1000,
  requestsPerSecond: 100,
  latency: {},
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  durationSeconds: 10,
  connections: 10,
  cancelled: false,
};

let written = 0;

/** A good run of /shop/server.js under load, a second later than the last one, but for what is given. */
export function runOf(given: Partial<RunFacts> = {}): RunFacts {
  written += 1;
  return {
    id: `run-${written}`,
    name: "shop · server.js",
    startedAt: new Date(Date.UTC(2026, 0, 1) + written * 1000).toISOString(),
    app: { cwd: "/shop", argv: ["/usr/bin/node", "/shop/server.js"] },
    end: "load-ended",
    load,
    threads: [{ busyTicks: 900 }],
    ...given,
  };
}

export function ran(...argv: readonly string[]): Pick<RunFacts, "app"> {
  return { app: { cwd: "/shop", argv: ["/usr/bin/node", ...argv] } };
}

/** A script that ran to its end. */
export const script = { load: undefined, end: "exited", exitCode: 0 } as const;

/** As a start that threw is kept. */
export const crashedStart = { load: undefined, end: "crashed", exitCode: 1, window: "first-line" } as const;
