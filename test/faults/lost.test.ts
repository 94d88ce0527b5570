import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startInspected } from "../drivers/adapter/inspected-app.ts";
import { appsFolder, loadPlan } from "../drivers/adapter/dap-client.ts";
import { FaultySession } from "./faulty-session.ts";

/** Kills the adapter, and its watchdog before it can do anything. */
async function killBoth(session: FaultySession): Promise<void> {
  for (const name of ["debug-adapter.js", "watchdog.js"]) await session.signal(name, "SIGSTOP");
  for (const name of ["watchdog.js", "debug-adapter.js"]) await session.signal(name, "SIGKILL");
  await session.client.exited();
}

/** What a new session beside it says from its start to its end. */
async function toldNext(session: FaultySession): Promise<string> {
  await using next = await session.beside("inspector");
  await next.launch("server.js");
  await next.client.waitForPort();
  return (await next.outcome()).told;
}

const lost = (name: string): RegExp =>
  new RegExp(
    `^The recording of ${name} that began at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d is lost: Heatline's recording process was killed, ` +
      "and the inspector keeps its samples in the app until a recording ends\\. Its load had reached [1-9]\\d* requests, \\d+ per second\\. Record it again\\.$",
  );

test.each(["the adapter", "the adapter and its watchdog"])(
  "when %s was killed while the inspector recorded, the next session says what is lost and why, once",
  { timeout: 240_000 },
  async (who) => {
    await using session = await FaultySession.start("inspector");
    await session.measure();
    await session.noted();
    if (who === "the adapter") session.client.process.kill("SIGKILL");
    else await killBoth(session);
    if (who === "the adapter") await session.client.processesLeft();
    expect(await toldNext(session)).toMatch(lost("server.js"));
    expect(await toldNext(session)).toBe("");
    expect(await readdir(session.runsFolder)).toEqual([]);
    expect(await session.outcome()).toMatchObject({ processes: [], folders: [] });
  },
);

test(
  "when the adapter was killed after it attached, the app keeps running and the next session says what is lost",
  { timeout: 240_000 },
  async () => {
    await using app = await startInspected(path.join(appsFolder, "server.js"));
    await using session = await FaultySession.start("exact");
    await session.client.attach(app.inspectorPort, { runsFolder: session.runsFolder });
    const port = await session.client.waitForPort();
    await session.client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 60, warmupSeconds: 0 }) });
    await session.client.waitForLoad("measuring");
    await session.noted();
    session.client.process.kill("SIGKILL");
    await session.client.processesLeft();
    expect(await toldNext(session)).toMatch(lost("attached"));
    expect((await fetch(`http://127.0.0.1:${port}/`)).ok).toBe(true);
    expect(await readdir(session.runsFolder)).toEqual([]);
    expect(await session.outcome()).toMatchObject({ processes: [], folders: [] });
  },
);
