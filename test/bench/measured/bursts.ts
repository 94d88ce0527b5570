import { BurstApp, type FixedLoad } from "./app-cpu.ts";
import type { ProfiledApp, StartApp } from "./profilers.ts";

const bursts = 5;

/** Samples, and what they are sent. */
export const burstLoads: readonly (readonly [string, FixedLoad])[] = [
  ["koa-listener-leak", { path: "/test", headers: { "accept-encoding": "gzip" }, connections: 10, warmupRequests: 100, requests: 150 }],
  ["image-blur", { path: "/blur?sigma=2.5", headers: {}, connections: 4, warmupRequests: 12, requests: 20 }],
];

/** Runs the apps of all profilers side by side, one active at a time: CPU milliseconds per request in each burst, by profiler. */
export async function burstsOf(
  all: ReadonlyMap<string, StartApp>,
  folder: string,
  load: FixedLoad,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const started: ProfiledApp[] = [];
  const apps = new Map<string, BurstApp>();
  try {
    for (const [name, start] of all) {
      const app = await start(folder);
      started.push(app);
      apps.set(name, await BurstApp.from(app, load));
    }
    const costs = new Map<string, number[]>([...apps.keys()].map((name) => [name, []]));
    for (let burst = 0; burst < bursts; burst++) {
      // The order changes, so that no profiler always follows the most expensive one.
      const order = [...apps].map((_, at, list) => list[(at + burst) % list.length]!);
      for (const [name, app] of burst % 2 === 0 ? order : order.toReversed()) costs.get(name)?.push(await app.burst());
    }
    return costs;
  } finally {
    for (const app of apps.values()) app.release();
    for (const app of started) await app[Symbol.asyncDispose]();
  }
}
