import { expect, test } from "vitest";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { buildCommandLine } from "../command-line.ts";

test("a run that ended before its first sample was not idle, and the report says so", async () => {
  const app = await makeApp({ "app.js": "throw new Error();\n" });
  const cli = await buildCommandLine();
  const reported = async (end: "crashed" | "stopped"): Promise<string> => {
    const run = await drawRun(app, { scripts: {}, threads: ["5 | (idle)"], run: { end, durationMs: 5 } });
    return (await cli.run(["report", run], { cwd: app.folder, env: { LC_ALL: "C.UTF-8" } })).out;
  };
  expect(await reported("crashed")).toContain("The app ended before the first sample of its code was taken");
  expect(await reported("stopped")).toContain("The app was idle the whole time");
});
