import path from "node:path";
import { expect, test } from "vitest";
import type { Marks } from "../../../language-server/analysis/marks/marks.ts";
import type { StoredRun } from "../../../language-server/history/run-store.ts";
import { appsFolder } from "../../drivers/adapter/dap-client.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { isAll } from "../../workbench/some-of.mjs";
import { nodeMajors } from "../../workbench/node-versions.mjs";
import { ask, recordedPass } from "./recorded-pass.ts";

type Ledger = Readonly<Record<string, number>>;

const paths = ["/orders", "/users", "/report"];
const clients = 6;
const loadMs = 2000;

interface Recorded {
  readonly run: StoredRun["run"];
  readonly marks: Marks;
  /** Requests that were sent, by path. */
  readonly sent: ReadonlyMap<string, number>;
  /** What each route worked by the app's own clock, in milliseconds. */
  readonly ledger: Ledger;
}

async function recorded(major: number, args: readonly string[]): Promise<Recorded> {
  const program = path.join(appsFolder, "routes-ledger.js");
  const drive = async (port: number): Promise<Pick<Recorded, "sent" | "ledger">> => {
    await loaded(port, 200);
    await ask(port, "/ledger");
    const sent = await loaded(port, loadMs);
    return { sent, ledger: JSON.parse(await ask(port, "/ledger")) as Ledger };
  };
  const { run, marks, driven } = await recordedPass({ program, major, args, pass: "routes" }, drive, (port) => loaded(port, 500));
  return { run, marks, ...driven };
}

/** Six clients at a time, each of which asks for another path after the other. */
async function loaded(port: number, forMs: number): Promise<ReadonlyMap<string, number>> {
  const sent = new Map<string, number>();
  const until = performance.now() + forMs;
  const one = async (client: number): Promise<void> => {
    for (let at = client; performance.now() < until; at++) {
      const target = paths[at % paths.length] as string;
      sent.set(target, (sent.get(target) ?? 0) + 1);
      await ask(port, `${target}?at=${at}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => one(client)));
  return sent;
}

/** Between the two requests for the ledger: how long the loop worked by route, in milliseconds. */
function busyByRoute({ marks }: Recorded): Ledger {
  const busy: Record<string, number> = {};
  for (const { turns, served } of marks.threads) {
    const asked = [...served.route.keys()].filter((row) => marks.routes[served.route[row] as number] === "GET /ledger");
    const [from = 0, to = 0] = asked.slice(-2).map((row) => served.begin[row] as number);
    for (let row = 0; row + 1 < turns.at.length; row++) {
      const [at, next] = [turns.at[row] as number, turns.at[row + 1] as number];
      if (at < from || next > to) continue;
      const request = turns.request[row] as number;
      const route = request === 0 ? "none" : (marks.routes[served.route[request - 1] as number] ?? "none");
      const idle = (turns.idle[row + 1] as number) - (turns.idle[row] as number);
      busy[route] = (busy[route] ?? 0) + (next - at - idle) / 1000;
    }
  }
  return busy;
}

/** Half of how much two divisions of a whole differ. */
function totalVariation(measured: Ledger, own: Ledger): number {
  const whole = (parts: Ledger): number => Object.values(parts).reduce((all, part) => all + part, 0);
  return paths.reduce((all, route) => {
    const share = (measured[`GET ${route}`] ?? 0) / (whole(measured) - (measured["none"] ?? 0));
    return all + Math.abs(share - (own[route] ?? 0) / whole(own)) / 2;
  }, 0);
}

interface Accuracy {
  readonly found: Recorded;
  readonly variation: number;
}

async function accuracy(major: number, args: readonly string[]): Promise<Accuracy> {
  const found = await recorded(major, args);
  return { found, variation: totalVariation(busyByRoute(found), found.ledger) };
}

test.for(isAll ? nodeMajors : [20])("Node %s: each route's share of the loop is that of its own steps", async (major) => {
  const { found, variation } = await undisturbed(
    () => accuracy(major, []),
    (last) => last.variation <= 0.04,
  );
  const { marks, sent, run } = found;
  const { served } = marks.threads[0] ?? { served: undefined };
  for (const route of paths) {
    const requests = [...(served?.route ?? [])].filter((index) => marks.routes[index] === `GET ${route}`).length;
    expect(requests).toBeGreaterThanOrEqual(sent.get(route) ?? 0);
  }
  expect(marks.threads.map(({ thread, lost }) => [thread, lost])).toEqual([[0, 0]]);
  // Of six connections, each request is the next one.
  expect(new Set(served?.port).size).toBeLessThanOrEqual(clients + 1);
  expect([...(served?.ordinal ?? [])].every((ordinal) => ordinal > 0)).toBe(true);
  expect(run.problems.filter(({ code }) => code.startsWith("marks."))).toEqual([]);
  expect(variation).toBeLessThanOrEqual(0.04);
});

test.for(isAll ? nodeMajors : [26])("Node %s: the same with a pool whose connections no request made", async (major) => {
  const { variation } = await undisturbed(
    () => accuracy(major, ["pool"]),
    (last) => last.variation <= 0.06,
  );
  expect(variation).toBeLessThanOrEqual(0.06);
});
