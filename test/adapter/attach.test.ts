import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { readThread } from "../../language-server/history/run-store.ts";
import { thisMachine } from "../../language-server/platform/this-machine.ts";
import { isPaused } from "../../language-server/platform/process-tree.ts";
import { openRunFolder } from "../../language-server/opening/opened-run.ts";
import { appsFolder, DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { type InspectedApp, startInspected } from "../drivers/adapter/inspected-app.ts";
import { inEnglish } from "../../language-server/texts/english.ts";
import { someOf } from "../workbench/some-of.mjs";

const startApp = (): Promise<InspectedApp> => startInspected(path.join(appsFolder, "server.js"));

test("a running app is attached to, put under load and recorded with its sources; it keeps running when the session stops", async () => {
  await using app = await startApp();
  await using client = await DapClient.start();
  await client.attach(app.inspectorPort);
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port) });
  const run = await client.run();
  expect(run).toMatchObject({ recorder: "inspector", name: "attached", end: "load-ended" });
  // As the app itself says.
  expect(run.machine).toEqual(await thisMachine());
  expect(run.threads[0]).toMatchObject({ pid: app.child.pid, name: "main" });
  const profile = await readThread(path.join(client.runsFolder, run.id), run.threads[0]!);
  expect(profile.functions.name).toContain("burn");
  expect(run.scripts.some(({ url }) => url.endsWith("server.js"))).toBe(true);
  await client.stop();
  expect(client.output("console")).toContain("which keeps running");
  expect(client.output("console")).toContain(
    `Warning: every user of the machine of 127.0.0.1:${app.inspectorPort} can run code in this app, because its inspector tells them its secret address. Restart the app`,
  );
  expect(app.child.exitCode).toBeNull();
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).not.toBe("");
});

test("it is recorded through its inspector, and the run says why unless that was requested; a path mapping that matches nothing is reported", async () => {
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
    const { problems } = await openRunFolder(path.join(client.runsFolder, run.id), run, {});
    expect(problems.map(inEnglish)).toContainEqual(expect.stringContaining(`(/usr/src/app → ${appsFolder}) does nothing; the app ran in`));
    return run.recorderNote === undefined ? "" : inEnglish(run.recorderNote);
  };
  expect(await noteOf("exact")).toMatch(/^The app was already running, .* Start it with Heatline for exact costs\.$/);
  expect(await noteOf("inspector")).toBe("");
});

test("it can be attached to again, even after an adapter was killed, and still obeys SIGTERM", async () => {
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

test(
  "an app that is paused is neither resumed nor waited for: the user is notified, and it runs on once it is resumed",
  { tags: "thorough" },
  async () => {
    await using app = await startApp();
    await using client = await DapClient.start();
    await client.attach(app.inspectorPort);
    const port = await client.waitForPort();
    await client.request("heatline.startRecording");
    await client.waitFor("heatline.recording", ({ recording }) => recording === true);
    app.child.kill("SIGSTOP");
    await client.stop();
    expect(client.all("heatline.problem").map(({ message }) => message)).toEqual([
      "The app is paused (SIGSTOP or a debugger), so its samples could not be read.",
    ]);
    expect(client.all("progressStart").map(({ title }) => title)).toEqual([expect.stringContaining("detaches from the app")]);
    expect(await isPaused(Number(app.child.pid))).toBe(true);
    app.child.kill("SIGCONT");
    expect((await fetch(`http://127.0.0.1:${port}/`)).ok).toBe(true);
  },
);

test("the server of an app on another host is searched for on that host", async () => {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const address = addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address;
  if (address === undefined) throw new Error("This machine has no network: the test needs an address of it beside 127.0.0.1.");
  await using app = await startInspected(path.join(appsFolder, "server.js"), address);
  await using client = await DapClient.start();
  await client.attach(app.inspectorPort, { host: address });
  const { origins } = await client.waitFor("heatline.ready", (body) => (body["origins"] as string[]).length > 0);
  expect(origins).toEqual([`http://${address}:${await client.waitForPort()}`]);
  await client.stop();
});

test("for a port where no inspector responds, the error says what to do", async () => {
  await using client = await DapClient.start();
  await expect(client.attach(9)).rejects.toThrow("No inspector answers at 127.0.0.1:9. Start the app with “node --inspect”");
  await expect(client.request("attach", { runsFolder: client.runsFolder })).rejects.toThrow("“port” in the launch configuration is wrong");
  await client.stop();
});

test.each<readonly [string, (socket: Socket) => void, RegExp]>(
  someOf(2, [
    ["answers another protocol", (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"), /^No inspector answers at /],
    ["closes each connection", (socket) => socket.destroy(), /^No inspector answers at /],
    [
      "is a web server",
      (socket) => answerJson(socket, { hello: "world" }),
      /^What answers at .* is not a Node\.js inspector\. Check host and port/,
    ],
    [
      "is a browser",
      (socket) => answerJson(socket, [{ type: "page", webSocketDebuggerUrl: "ws://127.0.0.1:1/" }]),
      /^What answers at .* is not a Node\.js inspector\. Check host and port/,
    ],
    [
      "has an inspector that lets nobody in",
      (socket) => answerJson(socket, [{ type: "node", webSocketDebuggerUrl: "ws://127.0.0.1:1/" }]),
      /^The app at .* ended, or closed its inspector, while Heatline was attaching\. Start it again/,
    ],
  ]),
)("what listens there %s: it is refused with what to do", async (_what, answer, refusal) => {
  const server = createServer((socket) => socket.once("data", () => answer(socket)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await using client = await DapClient.start();
  await expect(client.attach((server.address() as AddressInfo).port)).rejects.toThrow(refusal);
  await client.stop();
  server.close();
});

test.each<readonly [string, NodeJS.Signals | undefined, RegExp]>(
  someOf(1, [
    ["ends while it is joined", "SIGKILL", /^The app at .* ended, or closed its inspector, while Heatline was attaching\./],
    ["does not answer", undefined, /^The app at .* does not answer\. It may be suspended, or busy in native code\./],
  ]),
)("of an app that %s, this is reported", async (_what, signal, refusal) => {
  await using app = await startInspected(path.join(appsFolder, "stuck.js"));
  await using client = await DapClient.start();
  const attached = once(createInterface({ input: app.child.stderr! }), "line");
  const joined = client.attach(app.inspectorPort);
  joined.catch(() => undefined);
  expect(await attached).toContain("Debugger attached.");
  if (signal !== undefined) app.child.kill(signal);
  await expect(joined).rejects.toThrow(refusal);
  await client.stop();
});

test("an app that is killed under load: the report arrives and says what happened", async () => {
  await using app = await startApp();
  await using client = await DapClient.start();
  await client.attach(app.inspectorPort);
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort(), { durationSeconds: 20 }) });
  await client.waitForLoad("measuring");
  app.child.kill("SIGKILL");
  await client.waitFor("heatline.loadEnded");
  await client.waitFor("terminated");
  const problems = client.all("heatline.problem").map(({ message }) => message);
  expect(problems.at(-1)).toBe(
    "The app ended, or the connection to its inspector broke during the load run. The inspector's samples were lost with it.",
  );
});

function answerJson(socket: Socket, body: unknown): void {
  const text = JSON.stringify(body);
  socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
}
