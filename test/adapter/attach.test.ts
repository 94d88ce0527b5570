import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { readThread } from "../../language-server/history/run-store.ts";
import { appsFolder, DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { type InspectedApp, startInspected } from "../drivers/adapter/inspected-app.ts";

const startApp = (): Promise<InspectedApp> => startInspected(path.join(appsFolder, "server.js"));

test("a running app is joined, put under load, recorded with its sources, and goes on when the session is stopped", async () => {
  await using app = await startApp();
  await using client = await DapClient.start();
  await client.attach(app.inspectorPort);
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port) });
  const run = await client.run();
  expect(run).toMatchObject({ recorder: "inspector", name: "attached", end: "load-ended" });
  expect(run.threads[0]).toMatchObject({ pid: app.child.pid, name: "main" });
  const profile = await readThread(path.join(client.runsFolder, run.id), run.threads[0]!);
  expect(profile.functions.name).toContain("burn");
  expect(run.scripts.some(({ url }) => url.endsWith("server.js"))).toBe(true);
  await client.stop();
  expect(client.output("console")).toContain("which goes on");
  expect(app.child.exitCode).toBeNull();
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).not.toBe("");
});

test("it is recorded by its inspector, which the run explains unless that was asked for; its path mappings are kept", async () => {
  await using app = await startApp();
  const pathMappings = { "/usr/src/app": appsFolder };
  const noteOf = async (recorder: "exact" | "inspector"): Promise<string> => {
    await using client = await DapClient.start();
    await client.attach(app.inspectorPort, { recorder, pathMappings });
    await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
    const run = await client.run();
    expect(run.recorder).toBe("inspector");
    expect(run.app.pathMappings).toEqual(pathMappings);
    await client.stop();
    return run.recorderNote;
  };
  expect(await noteOf("exact")).toMatch(/^The app was already running, .* start the app with Heatline\.$/);
  expect(await noteOf("inspector")).toBe("");
});

test("it can be joined again, also after an adapter that was killed, and still obeys SIGTERM", async () => {
  await using app = await startApp();
  {
    await using client = await DapClient.start();
    await client.attach(app.inspectorPort);
    await client.waitForPort();
    await client.request("heatline.startRecording");
    await client.waitFor("heatline.recording", ({ recording }) => recording === true);
    client.process.kill("SIGKILL");
    await client.exited();
  }
  await using client = await DapClient.start();
  await client.attach(app.inspectorPort);
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port) });
  expect((await client.run()).load?.requests).toBeGreaterThan(0);
  const ended = once(app.child, "exit");
  app.child.kill("SIGTERM");
  expect(await ended).toEqual([null, "SIGTERM"]);
  await client.waitFor("terminated");
});

test("a port where no inspector answers is refused with what to do", async () => {
  await using client = await DapClient.start();
  await expect(client.attach(9)).rejects.toThrow("No inspector answers at 127.0.0.1:9. Start the app with “node --inspect”");
  await expect(client.request("attach", { runsFolder: client.runsFolder })).rejects.toThrow("“port” in the launch configuration is wrong");
  await client.stop();
});
