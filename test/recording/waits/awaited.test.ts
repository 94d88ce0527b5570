import path from "node:path";
import { expect, test } from "vitest";
import { MeasuredWaits } from "../../drivers/measured-waits.ts";
import { installPackages } from "../../workbench/installed-packages.mjs";

/** Such as `12 sleep(5): timer 5 ms`, with the line of `await`; ports are left out. */
function awaited(waits: MeasuredWaits): readonly string[] {
  return waits.sites
    .map(({ id, line, text, kind, count }) => {
      const what = waits
        .awaitedAt(id)
        .join(" | ")
        .replaceAll(/:\d+\//g, "/");
      return `${line} ${kind === "callback" ? "callback " : ""}${text}${count > 1 ? ` ${count} times` : ""}: ${what}`;
    })
    .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

test.each([18, 20, 26])("Node %i: what was awaited of Node's own, and callbacks that no await waits for", async (major) => {
  const waits = awaited(await MeasuredWaits.run(major, ["awaited/node.cjs"]));
  expect(waits).toEqual([
    "14 sleep(5): timer 5 ms",
    "15 timers.setTimeout(6): timer 6 ms",
    "16 promisify(setTimeout)(7): timer 7 ms",
    "17 fs.promises.readFile(large): fs readFile",
    "18 promisify(fs.readFile)(large): fs readFile",
    "19 new Promise((resolve) => fs.readFile(large, resolve)): fs readFile",
    // These may take less than 50 µs, and have no row.
    expect.stringMatching(/^20 dns\.promises\.lookup\("localhost"\): (?:dns lookup)?$/),
    "21 callback setTimeout 4 times: timer 20 ms",
    expect.stringMatching(/^22 new Promise\(.*: (?:unknown)?$/),
    "24 get(url): http GET 127.0.0.1/items/:id",
    "25 fetch(url): http GET 127.0.0.1/items/:id",
    "26 Promise.all([sleep(3), fetch(url)]): http GET 127.0.0.1/items/:id",
    // Either can be the last.
    "27 Promise.all([sleep(3), sleep(4)]): timer 4 ms",
    "28 Promise.race([sleep(5000), get(url)]): http GET 127.0.0.1/items/:id",
    // Not what limits it.
    expect.stringMatching(/^29 Promise\.race.*: (?:unknown)?$/),
    // Node 18 does not report processes.
    `30 promisify(childProcess.execFile)(process.execPath, ["-v"]): ${major < 20 ? "unknown" : "process child process"}`,
    "31 callback fs.readFile: fs readFile",
    "31 callback setTimeout: timer 9 ms",
  ]);
});

test.each([18, 26])("Node %i: what libraries report of databases, without values", { tags: ["thorough"] }, async (major) => {
  const packages = path.dirname(await installPackages("databases"));
  const waits = awaited(await MeasuredWaits.run(major, ["awaited/databases.cjs"], { PACKAGES: packages }));
  expect(waits.filter((wait) => /(?:pool|redis)\./.test(wait))).toEqual([
    // Outside a request nobody knows whose statement it is that a pool sends later.
    expect.stringMatching(/pool\.query\("SELECT 1"\): net connect$/),
    expect.stringMatching(/redis\.ping\(\): redis PING$/),
    expect.stringMatching(/redis\.set\("user:1", "secret"\): redis SET$/),
    expect.stringMatching(/redis\.get\("user:1"\): redis GET$/),
    expect.stringMatching(/pool\.query\(.*: sql SELECT \* FROM users WHERE id = \? AND name = \? AND age > \?$/),
  ]);
});

test.each([20, 26])(
  "Node %i: each wait takes what it takes by the program's own clock, also while other work holds the loop",
  async (major) => {
    const waits = await MeasuredWaits.run(major, ["awaited/stalled.mjs"]);
    const own = JSON.parse(waits.stdout) as readonly (readonly [start: number, end: number])[];
    const site = waits.sites.find(({ text }) => text === "sleep(2)");
    expect(site).toMatchObject({ file: "stalled.mjs", count: 60, rejected: 0 });
    expect(waits.awaitedAt(site?.id ?? 0)).toEqual(["timer 2 ms"]);
    const rows = waits.measured.rows.filter((row) => row[0] === site?.id).map(([, , start, end]) => [start, end] as const);
    expect(rows.length).toBe(60);
    // The program reads its clock just before and just after.
    const off = own.map(([start, end], index) => end - start - ((rows[index]?.[1] ?? 0) - (rows[index]?.[0] ?? 0)));
    expect(off.filter((ms) => ms < 0)).toEqual([]);
    const [sum, sumOff] = [own.reduce((total, [start, end]) => total + end - start, 0), off.reduce((total, ms) => total + ms, 0)];
    expect(sumOff / sum).toBeLessThan(0.05);
  },
);
