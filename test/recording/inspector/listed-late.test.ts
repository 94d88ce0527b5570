import path from "node:path";
import { expect, test } from "vitest";
import { InspectorRecorder } from "../../../language-server/recording/inspector/inspector-recorder.ts";
import type { TimedProfile } from "../../../language-server/recording/inspector/profile-end.ts";
import { ExactApp } from "../exact-app.ts";

const program = path.join(import.meta.dirname, "../../fixtures/ground-truth/two-phases.cjs");

test("samples that V8 lists microseconds too late are put in order, and that is no problem", async () => {
  await using app = await ExactApp.start(process.execPath, process.versions.node, [program, "stay"]);
  const { main } = app.inspector;
  await using recorder = new InspectorRecorder({ interval: 1000 });
  await recorder.attach(app.inspector, main);
  await recorder.start();
  await app.run();
  await app.line();
  await app.line();
  const send = main.send.bind(main);
  main.send = async (method, params) => {
    const answer = await send(method, params);
    if (method !== "Profiler.stop") return answer;
    const profile = answer["profile"] as TimedProfile;
    // As Node 26 listed two of eight thousand samples, of functions that are deoptimised.
    return { profile: { ...profile, timeDeltas: profile.timeDeltas?.map((delta, index) => (index === 5 ? -2 : delta)) } };
  };
  const [thread] = await recorder.stop();
  expect(thread?.problems).toEqual([]);
  const times = Array.from(thread?.profile.samples.time ?? []);
  expect(times.length).toBeGreaterThan(10);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});
