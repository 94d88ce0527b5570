import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../../language-server/history/run.ts";
import { type InspectedApp, startInspected } from "../../drivers/adapter/inspected-app.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-attach-"));

beforeAll(async () => {
  writeFileSync(
    path.join(folder, "server.js"),
    `function burn() {
  let sum = 0;
  for (let i = 0; i < 200_000; i += 1) sum += Math.sqrt(i);
  return sum;
}
const server = require("node:http").createServer((_, response) => response.end(String(burn())));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`,
  );
  cli = await buildCommandLine();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A run is called after its app's folder and command. */
const ofApp = /^[^:]+ · node server\.js$/;

async function startServer(): Promise<InspectedApp & { readonly port: number }> {
  const app = await startInspected(path.join(folder, "server.js"));
  const [line] = (await once(createInterface({ input: app.child.stdout! }), "line")) as [string];
  return { ...app, port: Number(line) };
}

function runIn(out: string): Run {
  const [run = ""] = readdirSync(path.join(folder, out));
  return JSON.parse(readFileSync(path.join(folder, out, run, "run.json"), "utf8")) as Run;
}

async function answers(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/`)).ok;
}

test("a running app is put under load and recorded; it runs on with nothing left in it, and can be attached to again", async () => {
  await using app = await startServer();
  const place = `127.0.0.1:${app.inspectorPort}`;
  const load = ["--duration", "1", "--warmup", "0", "--path-mapping", `/usr/src/app=${folder}`];
  const found = await cli.run(["attach", place, "--out", "found", "--load", "/", ...load], { cwd: folder });
  expect([found.code, found.err]).toEqual([0, expect.stringContaining(`Warning: every user of the machine of ${place} can run code`)]);
  expect(found.out).toMatch(/^GET \/ · [\d,.]+ req\/s/m);
  expect(found.out).toMatch(/ burn .*server\.js/);
  const run = runIn("found");
  expect(run).toMatchObject({
    recorder: "inspector",
    name: expect.stringMatching(ofApp),
    end: "load-ended",
    app: { pathMappings: { "/usr/src/app": folder } },
  });
  expect(run.threads[0]).toMatchObject({ pid: app.child.pid });
  // A URL says itself where the load goes.
  const named = await cli.run(["attach", place, "--out", "named", "--load", `http://127.0.0.1:${app.port}/`, ...load], { cwd: folder });
  expect(named.code).toBe(0);
  expect(named.err).not.toContain("already");
  expect(runIn("named").load?.requests).toBeGreaterThan(0);
  expect(await answers(app.port)).toBe(true);
  const ended = once(app.child, "exit");
  app.child.kill("SIGTERM");
  expect(await ended).toEqual([null, "SIGTERM"]);
});

test("Ctrl+C ends a recording without a load, and keeps it; the app runs on", async () => {
  await using app = await startServer();
  let isAsked = false;
  const { code, out, err } = await cli.run(["attach", String(app.inspectorPort), "--out", "stopped"], {
    cwd: folder,
    when: (_out, said, interrupt) => {
      if (isAsked || !said.includes("Ctrl+C ends the recording")) return;
      isAsked = true;
      void (async () => {
        for (let request = 0; request < 10; request += 1) await answers(app.port);
        interrupt();
      })();
    },
  });
  expect(err).toContain("\nEnding the recording. The app keeps running.\n");
  expect(code).toBe(0);
  expect(out).toContain("The run is in stopped");
  expect(runIn("stopped")).toMatchObject({ end: "stopped", name: expect.stringMatching(ofApp) });
  expect(await answers(app.port)).toBe(true);
});

test("without an address it says how to reach an app in a container, a cluster or on another machine, and what an open inspector allows", async () => {
  const { code, out, err } = await cli.run(["attach"]);
  expect([code, out]).toEqual([2, ""]);
  for (const command of ["docker run -p 127.0.0.1:9229:9229 ", "kubectl port-forward ", "ssh -N -L 9229:127.0.0.1:9229 "])
    expect(err).toContain(command);
  expect(err).toContain("Whoever reaches an inspector can run code in the app.");
});

test.each<readonly [readonly string[], number, string]>([
  [
    ["127.0.0.1:9"],
    1,
    "No inspector answers at 127.0.0.1:9. Start the app with “node --inspect”, or run “heatline attach” without an address",
  ],
  [["app.js"], 2, "“app.js” is not the address of an inspector, such as 127.0.0.1:9229."],
  [["9229", "9230"], 2, "Name only one address: “9230” is a second."],
  [["192.0.2.1:9229"], 2, "192.0.2.1 is not this machine, and nobody can be asked without a terminal. To attach to it, add --yes."],
  [["9229", "--port", "80"], 2, "--port"],
])("heatline attach %j ends with %i", async (args, code, message) => {
  const ended = await cli.run(["attach", ...args, "--out", "none"], { cwd: folder });
  expect(ended).toMatchObject({ code, out: "", err: expect.stringContaining(`heatline: ${message}`) });
  expect(readdirSync(folder)).not.toContain("none");
});

test("what is not an inspector is refused with what to do", async () => {
  const server = http.createServer((_request, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { code, err } = await cli.run(["attach", String(port)], { cwd: folder });
  server.close();
  expect([code, err]).toEqual([
    1,
    `heatline: What answers at 127.0.0.1:${port} is not a Node.js inspector. Check host and port; the app prints them when its inspector opens.\n`,
  ]);
});
