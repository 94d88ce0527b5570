import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { Sessions } from "../../extension/debug/session-events.ts";
import { UserError } from "../../extension/user-error.ts";
import { debug, window } from "./vscode.ts";

vi.mock("vscode", () => import("./vscode.ts"));
const { createGuard, createReport } = await import("../../extension/errors.ts");

const log = { warn: vi.fn<(line: string) => void>(), error: vi.fn<(line: unknown) => void>(), show: vi.fn<() => void>() };
const report = createReport(log as unknown as Parameters<typeof createReport>[0]);

beforeEach(() => {
  vi.clearAllMocks();
  window.buttons.length = 0;
  window.answers.length = 0;
});

test("an error with a cause offers the log, which has the cause; a hint does not", async () => {
  report(new UserError("No run is shown.", "Profile an app first."));
  expect(window.buttons).toEqual([]);
  window.answers.push("Show Log");
  report(new UserError("The export could not be written.", "Choose another place.", { cause: new Error("EACCES") }));
  expect(window.buttons).toEqual(["Show Log"]);
  await vi.waitFor(() => expect(log.show).toHaveBeenCalledOnce(), 30_000);
  expect(log.warn.mock.lastCall?.[0]).toMatch(/^The export could not be written\. Choose another place\.\nError: EACCES\n {4}at /);
});

test("a UserError that another bundle throws, which has a copy of the class, is one; an error of another name is none", async () => {
  vi.resetModules();
  const other = await import("../../extension/user-error.ts");
  expect(other.UserError).not.toBe(UserError);
  const thrown: unknown = new other.UserError("No test file is open.", "Open one.");
  expect([thrown, new Error("x is undefined"), { name: "UserError" }].map((each) => each instanceof UserError)).toEqual([
    true,
    false,
    false,
  ]);
  report(thrown);
  expect(log.warn.mock.lastCall?.[0]).toBe("No test file is open. Open one.");
  expect(log.error).not.toHaveBeenCalled();
});

test("a file of Heatline's own that is missing, as during an update, is reported as such", () => {
  const bundle = path.join(import.meta.dirname, "../../extension/features.js");
  report(Object.assign(new Error(`Cannot find module '${bundle}'\nRequire stack:\n- main.js`), { code: "MODULE_NOT_FOUND" }));
  expect(log.warn.mock.lastCall?.[0]).toMatch(/features\.js is missing or damaged, as while Heatline is updated\. Reload the window,/);
});

test("an unexpected error offers the log", () => {
  report(new Error("x is undefined"));
  expect(window.buttons).toEqual(["Show Log"]);
  expect(log.error).toHaveBeenCalledOnce();
});

test("a request that the adapter refuses is in the log, with the cause", async () => {
  using _sessions = new Listening();
  const answer = { type: "response", success: false, command: "launch" };
  const tracker = debug.tracked.at(-1)?.createDebugAdapterTracker({ id: "1", name: "app", configuration: {} });
  tracker?.onDidSendMessage({ ...answer, body: { error: { variables: { text: "It failed.", stack: "Error: It failed.\n    at work" } } } });
  tracker?.onDidSendMessage({ ...answer, body: { error: { variables: { text: "The file is not there." } } } });
  expect(log.warn.mock.calls.map(([line]) => line)).toEqual([
    "The debug adapter on launch: Error: It failed.\n    at work",
    "The debug adapter on launch: The file is not there.",
  ]);
});

class Listening extends Sessions implements Disposable {
  constructor() {
    super(log as unknown as ConstructorParameters<typeof Sessions>[0], createGuard(report));
  }
  [Symbol.dispose](): void {
    this.dispose();
  }
}
