import { access } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { filesOf, marksOf } from "../../../language-server/recording/session/recording-options.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { appsFolder } from "../../drivers/adapter/dap-client.ts";
import { edgeNodeMajors } from "../../workbench/node-versions.mjs";
import { ask, recordedPass } from "./recorded-pass.ts";

const program = path.join(appsFolder, "routes-ledger.js");

test.each(["routes", "waits"] as const)("a session of a pass (%s) checks the files that it needs beside the others", async (pass) => {
  const bundles = await buildAdapter();
  const others = filesOf(bundles, undefined);
  const needed = filesOf(bundles, pass).filter((file) => !others.includes(file));
  expect(needed.map((file) => path.basename(file ?? ""))).toEqual(pass === "routes" ? ["pass-hooks.js"] : ["pass-hooks.js", "parser.js"]);
  await Promise.all(needed.map((file) => access(file ?? "")));
});

test("a pass of routes in windows of their own asks the app for no marks", () => {
  expect(marksOf({ pass: "routes", passOf: "/runs/1" })).toBeUndefined();
  expect(marksOf({ pass: "routes" })).toBe("routes");
  expect(marksOf({ pass: "waits", passOf: "/runs/1" })).toBe("waits");
});

test("a process that is recorded by its inspector writes its marks at the window's end", async () => {
  const { run, marks } = await recordedPass({ program, major: 20, pass: "routes", recorder: "inspector" }, async (port) => {
    await ask(port, "/orders");
    await delay(1500);
    await ask(port, "/users");
  });
  const [thread] = marks.threads;
  // The loop's own count misses more than half of it.
  const { at, idle } = thread!.turns;
  const [first = 0, last = 0] = ["/orders", "/users"].map((_target, request) => [...thread!.turns.request].indexOf(request + 1));
  expect(at[last]! - at[first]!).toBeGreaterThan(1_500_000);
  expect((idle[last]! - idle[first]!) / (at[last]! - at[first]!)).toBeGreaterThan(0.8);
  expect([...thread!.served.route].map((route) => marks.routes[route])).toEqual(["GET /orders", "GET /users"]);
  const [begun = -1] = thread!.served.begin;
  expect(begun).toBeGreaterThan(0);
  expect(begun / 1000).toBeLessThan(run.durationMs);
});

test.for(edgeNodeMajors)("Node %s: an app that ends by itself has written its marks", async (major) => {
  const { run, marks } = await recordedPass({ program, major, pass: "routes", endsItself: true }, async (port) => {
    await ask(port, "/orders");
    await ask(port, "/users?then=exit");
  });
  expect(run.exitCode).toBe(0);
  const [thread] = marks.threads;
  expect([...thread!.served.route].map((route) => marks.routes[route])).toEqual(["GET /orders", "GET /users"]);
  expect([...thread!.served.status]).toEqual([200, 200]);
});
