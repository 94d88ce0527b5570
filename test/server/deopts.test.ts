import { beforeAll, expect, test } from "vitest";
import { lineDetails } from "../../language-server/protocol/run-details.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { exactElseInspector } from "../../language-server/recording/session/default-recorder.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { recordProgram } from "../drivers/server/recorded-run.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

const program = `function read(item) {
  return item.value + 1;
}

function sum(make) {
  let all = 0;
  for (let i = 0; i < 200_000; i++) all += read(make(i));
  return all;
}

const until = process.cpuUsage().user + 1_500_000;
while (process.cpuUsage().user < until) sum((i) => ({ value: i, name: "a" }));
const again = process.cpuUsage().user + 1_500_000;
while (process.cpuUsage().user < again) sum((i) => ({ name: "a", value: i }));
console.log("done");
`;
const lines = program.split("\n");
const reading = lines.findIndex((line) => line.includes("item.value"));

/** What the hover's *Details* lead to, and what the app printed. */
async function details(major: number): Promise<{ readonly text: string; readonly output: string }> {
  const app = await makeApp({ "app.js": program });
  let output = "";
  const runtimeExecutable = await nodeOf(major);
  const folder = await recordProgram(app, "app.js", exactElseInspector, { runtimeExecutable, output: (text) => (output += text) });
  await using client = await LspClient.start(bundle);
  expect((await client.request(openRun, { folder })).recorder).toBe("exact");
  await client.open(app.uri("app.js"), program);
  const hover = await client.hoverText(app.uri("app.js"), reading);
  expect(hover).toMatch(/\[Show in flame graph\]\(command:\S+\) · \[Details\]\(command:heatline\.showLineDetails\?\S+\)$/);
  expect(hover).not.toMatch(/TurboFan|Deoptimised/);
  const found = await client.request(lineDetails, { uri: app.uri("app.js"), line: reading });
  expect([found?.title, found?.groups.map(({ title }) => title)]).toEqual(["app.js:2", ["Inside V8"]]);
  return { text: found?.groups.flatMap((group) => group.details.map(({ label, value }) => `${label}: ${value}`)).join("\n") ?? "", output };
}

test("where V8 discarded optimised code, a line's details say why and how often, and the app's output is not changed", async () => {
  const { text, output } = await details(26);
  expect(text).toMatch(/^Code of read that ran: optimised \(TurboFan\) [\d.]+ %/m);
  expect(text).toMatch(/Deoptimised here since the app started: \d+ × wrong map/);
  expect(output.trim()).toBe("done");
});

test(
  "an older Node, which would print deoptimisations or end an app without free file handles, does not log them",
  { tags: "thorough" },
  async () => {
    for (const major of [18, 20, 22, 24]) {
      const { text, output } = await details(major);
      expect(text).not.toContain("Deoptimised");
      expect(output.trim()).toBe("done");
    }
  },
);
