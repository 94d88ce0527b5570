import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { type App, fromScript, type PackageFacts } from "../../../language-server/starting/app-candidates.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { reloading, startableApp, startableFromStart, startableStarts } = await import("../../../extension/again/startable-app.ts");
const { keptArguments } = await import("../../../extension/again/measured-runs.ts");

const shop: PackageFacts = {
  folder: "/projects/shop",
  name: "shop",
  scripts: { start: "node server.js", "dev:web": "next dev" },
  bins: [{ name: "ship", file: "cli.js" }],
  packageManager: "npm",
};
const start = fromScript(shop, "start", "node server.js");
const picker = (all: readonly App[]) => ({
  every: () => Promise.resolve(all),
  packagesAround: (folder: string | undefined) => Promise.resolve(folder === shop.folder ? [shop] : []),
});
const measured = (key: string, name = "gone") => ({ run: "run1", key, name, course: "load" as const });
const session = { configuration: { type: "heatline", request: "launch", name: "seen", program: "/projects/seen.js" } };

test.each([
  ["an app of the list", measured(start.key), { runtimeArgs: ["run", "start"], appKey: start.key }],
  [
    "an app that was measured under another key, by its name",
    measured("", start.name),
    { runtimeArgs: ["run", "start"], appKey: start.key },
  ],
  [
    "a script that the list does not have",
    measured("script:/projects/shop:dev:web"),
    { runtimeArgs: ["run", "dev:web"], cwd: "/projects/shop" },
  ],
  ["a file", measured("file:/projects/job.ts"), { program: "/projects/job.ts", cwd: "/projects" }],
  [
    "a test",
    {
      ...measured("test:node:/projects/a.test.js:adds", "adds"),
      course: "alone" as const,
      test: { program: "/projects/a.test.js", cwd: "/projects", test: {} },
    },
    { program: "/projects/a.test.js", name: "adds", type: "heatline", request: "launch" },
  ],
  ["an app that only a session of this window knows", measured("name:seen"), { program: "/projects/seen.js" }],
])("%s is started again as it is now", async (_what, kept, expected) => {
  const app = await startableApp(kept, picker([start]), session as never);
  expect(app?.configuration).toMatchObject(expected);
});

test("an app that nothing knows any more is not started", async () => {
  expect(await startableApp(measured("script:/projects/shop:gone"), picker([]), undefined)).toBeUndefined();
});

test("whether an app reloads by itself is read from its scripts, also from one that runs another", async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), "heatline-scripts-"));
  const scripts = {
    start: "npm run serve",
    serve: "nodemon server.js",
    web: "yarn next dev",
    plain: "node server.js",
    round: "npm run round",
  };
  await writeFile(path.join(cwd, "package.json"), JSON.stringify({ scripts }));
  const of = (runtimeExecutable: string, ...runtimeArgs: readonly string[]) =>
    reloading({
      folder: undefined,
      configuration: { type: "heatline", request: "launch", name: "a", cwd, runtimeExecutable, runtimeArgs },
    });
  expect(await of("npm", "run", "start")).toBe("process");
  expect(await of("npm", "start")).toBe("process");
  expect(await of("pnpm", "run", "web")).toBe("inPlace");
  expect(await of("npm", "run", "plain")).toBeUndefined();
  expect(await of("npm", "run", "round")).toBeUndefined();
  expect(await of("node", "--watch", "server.js")).toBe("process");
  expect(await of("tsx", "watch", "server.ts")).toBe("process");
});

test("the start of an app is recorded again: as in the window's last session, else as the app is started now", async () => {
  const kept = measured("start:/projects/shop");
  const again = await startableStarts(kept, picker([start]), undefined);
  expect(again?.configuration).toMatchObject({ runtimeArgs: ["run", "start"], startup: {} });
  const command = { workspaceFolder: undefined, configuration: { program: "/projects/shop/cli.js", args: ["--help"], startup: {} } };
  // Not what was measured of them since.
  const since = { ...command, configuration: { ...command.configuration, savings: { folder: "/runs/1" } } };
  const last = await startableStarts(measured("bin:/projects/shop:shop"), picker([]), since as never);
  expect(last?.configuration).toEqual(command.configuration);
});

test("the start of a command is recorded again in a later window, with the arguments that were kept", async () => {
  const kept = { ...measured("bin:/projects/shop:ship", "shop · ship --help"), args: ["--help", "--depth", "2"] };
  const again = await startableStarts(kept, picker([start]), undefined);
  expect(again?.configuration).toMatchObject({
    program: "/projects/shop/cli.js",
    name: "shop · ship --help",
    args: ["--help", "--depth", "2"],
    appKey: kept.key,
    startup: {},
  });
  // Its arguments are known nowhere else, or it is gone.
  expect(await startableStarts({ ...kept, args: undefined }, picker([start]), undefined)).toBeUndefined();
  expect(await startableStarts({ ...kept, key: "bin:/projects/shop:gone" }, picker([start]), undefined)).toBeUndefined();
});

test("arguments that may be secret are not kept", () => {
  expect(keptArguments(["build", "--mode", "production"])).toEqual(["build", "--mode", "production"]);
  expect(keptArguments([])).toEqual([]);
  expect(keptArguments(["publish", "--token", "npm_1234567890abcdefghijABCDEFGHIJ123456"])).toBeUndefined();
  expect(keptArguments(undefined)).toBeUndefined();
});

test("a run from the first line of a server is measured again like that, one under load is not", async () => {
  const configured = { ...start, configuration: { ...start.configuration, fromStart: true } };
  const loaded = await startableApp(measured(start.key), picker([configured]), undefined);
  expect(loaded?.configuration).not.toHaveProperty("fromStart");
  expect((await startableFromStart(measured(start.key), picker([start]), undefined))?.configuration).toMatchObject({ fromStart: true });
});

test("a run under load is not measured again by the starts that were recorded last", async () => {
  const session = { workspaceFolder: undefined, configuration: { program: "/elsewhere/a.js", startup: {} } };
  const app = await startableApp(measured("configuration:x:y"), picker([]), session as never);
  expect(app?.configuration).toEqual({ program: "/elsewhere/a.js" });
});
