import { execFileSync } from "node:child_process";
import { copyFile, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { appsFolder, loadPlan, type RecorderChoice, recorders } from "../drivers/adapter/dap-client.ts";
import type { LaunchArguments } from "../../extension/debug-adapter/launch-arguments.ts";
import { SmallDisk } from "./disk.ts";
import type { Fault } from "./fault.ts";
import type { FaultySession } from "./faulty-session.ts";
import { someOf } from "../workbench/some-of.mjs";

/** Runs a load against the app for a second; resolves when its run is written. */
async function load(session: FaultySession, program: string, launch: Partial<LaunchArguments> = {}): Promise<void> {
  await session.launch(program, launch);
  const port = await session.client.waitForPort();
  await session.client.request("heatline.startLoad", { plan: loadPlan(port) });
  await session.client.run();
}

/** A disk of its own at the folder, with `server.js` on it. */
async function diskWithApp(folder: string): Promise<SmallDisk> {
  await mkdir(folder);
  const disk = new SmallDisk(folder, 1024 * 1024);
  await copyFile(path.join(appsFolder, "server.js"), path.join(folder, "server.js"));
  return disk;
}

/** What the app does, by the name that `odd.js` gives it, and that changes nothing. */
const harmless: Readonly<Record<string, readonly RecorderChoice[]>> = {
  "replaces globals": recorders,
  "deletes its folder": ["exact"],
  "replaces process.exit": ["exact"],
  "closes its streams": ["exact"],
  "captures errors": ["exact"],
  "freezes globals": recorders,
  "freezes process": recorders,
  "empties its environment": ["exact"],
  "becomes nobody": recorders,
  "prints long lines": ["exact"],
  "prints what Node prints": ["exact"],
};

/** What shells, URLs, Node's options and V8's file names each read in their own way. */
const strange = `blank quo'te" new\nline per%p back\\slash $HOME \`x\` com,ma;a=b#? 数据 😀`;

/** Unusual apps and surroundings, all of which can be recorded. */
export const oddFaults: readonly Fault[] = [
  ...someOf(2, Object.entries(harmless)).map(([name, each]): Fault => ({
    name: `the app ${name}`,
    recorders: each,
    strike: (session) => load(session, "odd.js", { args: [name] }),
    kept: ["load-ended"],
  })),
  {
    name: "the name of the private folder has every odd character",
    isThorough: true,
    recorders,
    async prepare(temporary) {
      const folder = path.join(temporary, strange);
      await mkdir(folder);
      return { TMPDIR: folder };
    },
    strike: (session) => load(session, "server.js"),
    kept: ["load-ended"],
  },
  {
    name: "the names of the app and its folder have every odd character",
    async strike(session) {
      const folder = path.join(session.temporary, strange);
      await mkdir(folder);
      await copyFile(path.join(appsFolder, "server.js"), path.join(folder, `${strange}.js`));
      await load(session, "", { program: path.join(folder, `${strange}.js`), cwd: folder, workspaceFolders: [folder] });
    },
    kept: ["load-ended"],
  },
  {
    name: "there is no home folder",
    isThorough: true,
    prepare: () => Promise.resolve({ HOME: "", XDG_STATE_HOME: "" }),
    strike: (session) => load(session, "server.js", { env: { HOME: null } }),
    kept: ["load-ended"],
  },
  {
    name: "the app runs as another user, who cannot read what Heatline writes",
    async strike(session) {
      const runtimeArgs = ["--reuid=65534", "--regid=65534", "--clear-groups", session.node, path.join(appsFolder, "script.js")];
      await session.launch("", { runtimeExecutable: "setpriv", runtimeArgs });
      await session.client.waitFor("terminated");
    },
    reported:
      /exit code \d+: .+[^.]\. It runs as another user or in a container, and cannot read Heatline's folder .+\/s-\w+\. Run Heatline as that user too/,
    kept: [],
  },
  {
    name: "the folder of the app is read-only",
    isThorough: true,
    async strike(session) {
      const folder = path.join(session.temporary, "app");
      using _disk = await diskWithApp(folder);
      execFileSync("mount", ["-o", "remount,ro", folder]);
      await load(session, "", { program: path.join(folder, "server.js"), cwd: folder, workspaceFolders: [folder] });
    },
    kept: ["load-ended"],
  },
  {
    name: "the app is a link to another disk",
    isThorough: true,
    async strike(session) {
      const folder = path.join(session.temporary, "disk");
      using _disk = await diskWithApp(folder);
      const link = path.join(session.temporary, "link.js");
      await symlink(path.join(folder, "server.js"), link);
      await load(session, "", { program: link, cwd: session.temporary, workspaceFolders: [session.temporary] });
    },
    kept: ["load-ended"],
  },
  ...someOf(1, [
    ["--nonsense", /exit code 9: .+ --nonsense is not allowed in NODE_OPTIONS/, []],
    ['--require "unclosed', /exit code 9: .+ invalid value for NODE_OPTIONS \(unterminated string\)/, []],
    ["--require /nowhere.js", /exit code 1: Error: Cannot find module '\/nowhere\.js'/, ["crashed"]],
  ] as const).map(([options, reported, kept]): Fault => ({
    name: `NODE_OPTIONS is ${options}`,
    async strike(session) {
      await session.launch("server.js", { env: { NODE_OPTIONS: options } });
      await session.client.waitFor("terminated");
    },
    reported,
    kept,
    keptOr: [],
  })),
];
