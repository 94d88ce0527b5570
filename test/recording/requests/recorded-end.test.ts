import path from "node:path";
import { expect, test } from "vitest";
import { appsFolder } from "../../drivers/adapter/dap-client.ts";
import { edgeNodeMajors } from "../../workbench/node-versions.mjs";
import { ask, recordedPass } from "./recorded-pass.ts";

test.for(edgeNodeMajors)("Node %s: an app that ends by itself has written its marks", async (major) => {
  const program = path.join(appsFolder, "routes-ledger.js");
  const { run, marks } = await recordedPass({ program, major, pass: "routes", endsItself: true }, async (port) => {
    await ask(port, "/orders");
    await ask(port, "/users?then=exit");
  });
  expect(run.exitCode).toBe(0);
  const [thread] = marks.threads;
  expect([...thread!.served.route].map((route) => marks.routes[route])).toEqual(["GET /orders", "GET /users"]);
  expect([...thread!.served.status]).toEqual([200, 200]);
});
