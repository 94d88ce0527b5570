import { expect, test, vi } from "vitest";
import type { MarkdownString } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { preparedCall } = await import("../../../extension/agent/prepared-call.ts");
const { recordingFace } = await import("../../../extension/agent/agent-status.ts");

const plain = (text: unknown): string | undefined => (text as MarkdownString | undefined)?.value.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "");

function asked(name: string, input: unknown, mayRun = true): readonly (string | undefined)[] {
  const { invocationMessage, confirmationMessages } = preparedCall(name, input, mayRun);
  return [plain(invocationMessage), confirmationMessages?.title, plain(confirmationMessages?.message)];
}

test("before something is started the user reads what, with which requests, and that it ends", () => {
  expect(asked("heatline_profile", { script: "start", folder: "packages/shop", load: { path: "/orders", seconds: 10 } })).toEqual([
    "Profiling start",
    "Let an agent start and profile this?",
    [
      "Starts the script “start” of package.json.",
      "Folder: packages/shop",
      "Sends it requests for 10 s: GET /orders",
      "Ends it after the measurement.",
    ].join("\n\n"),
  ]);
  const message = (input: object): string | undefined => asked("heatline_profile", input)[2]?.split("\n\n")[0];
  expect(message({ configuration: "Shop" })).toBe("Starts the launch configuration “Shop”.");
  expect(message({ test: "sum.test.js", testName: "large" })).toBe("Runs the test sum.test.js: large, more than once if it is short.");
  expect(message({ command: ["node", "app.js"] })).toBe("Runs the command node app.js. Heatline asks again before it starts.");
  const requests = Array.from({ length: 7 }, (_, index) => ({ method: "POST", path: `/${index}` }));
  expect(asked("heatline_profile", { script: "start", load: { requests } })[2]).toContain(
    "Sends it requests: POST /0, POST /1, POST /2, POST /3, POST /4, …",
  );
  expect(asked("heatline_profile", { script: "start", startup: true })[2]).toContain(
    "Starts it again and again, up to 100 times, to measure how it starts.",
  );
});

test("before a file is written the user reads which; what only reads asks nothing", () => {
  expect(asked("heatline_export", { format: "svg", to: "flame.svg" })).toEqual([
    "Exporting a run",
    "Let an agent write a file?",
    "Writes a run as svg to the new file flame.svg.",
  ]);
  expect(asked("heatline_export", { format: "svg" })[2]).toBe("Writes a run as svg into a new file of the project.");
  expect(asked("heatline_hot_lines", {})).toEqual(["Reading what was measured", undefined, undefined]);
});

test("nothing is asked where nothing may be started, and odd input is no error", () => {
  expect(asked("heatline_profile", { script: "start" }, false)).toEqual(["Profiling start", undefined, undefined]);
  for (const input of [undefined, null, 1, "start", [], { script: 1 }, { load: 1 }, { load: { requests: 3 } }])
    expect(asked("heatline_profile", input)[2]).toBe("The agent has not said what to start.");
  const long = asked("heatline_profile", { script: "x".repeat(100_000) });
  expect(long.join("").length).toBeLessThan(1500);
});

test("what an agent names is neither a link nor an icon", () => {
  const { confirmationMessages } = preparedCall("heatline_profile", { script: "[a](command:x) $(flame)" }, true);
  const value = (confirmationMessages?.message as MarkdownString | undefined)?.value;
  expect(value).toContain("\\[a\\] \\(command\\:x\\)");
  expect(value).not.toContain("$(");
});

test("the status bar says which agent records, for how long, and how to stop it", () => {
  const startedAt = "2026-01-01T00:00:00.000Z";
  const now = new Date("2026-01-01T00:00:12.300Z");
  expect(recordingFace({ name: "shop · npm start", client: "Some Client", startedAt }, 0, "", now)).toEqual({
    icon: "debug-stop",
    text: "Stop agent: Some Client, 12 s",
    tooltip: "Some Client measures shop · npm start as an agent. Click to stop it; nothing of it is kept.",
    command: "heatline.stopAgentRecording",
  });
  const { text, tooltip } = recordingFace({ name: "shop", client: "", startedAt }, 1, "measuring, 5 s", now);
  expect(text).toBe("Stop agent, 12 s");
  expect(tooltip.split("\n").slice(1)).toEqual(["measuring, 5 s", "Other recordings by agents: 1"]);
});
