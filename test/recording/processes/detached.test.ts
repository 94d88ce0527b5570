import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { appsFolder, DapClient } from "../../drivers/adapter/dap-client.ts";
import { markedProcesses, waitUntilGone } from "../../drivers/adapter/session-processes.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { nodeOf, ownNodeMajors, someNodeMajors } from "../../workbench/node-versions.mjs";
import { someOf } from "../../workbench/some-of.mjs";

const kinds = ["bash", "sh", "perl"];
/** After the end of the session, and after the start of another one. */
const steps = ["after", "later"] as const;
type Outputs = Readonly<Record<string, string>>;

/** A folder with a pipe for each step of each process, on which it waits, and one for Heatline's own folders. */
async function newFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "it's detached-")));
  const pipes = steps.flatMap((step) => kinds.map((kind) => path.join(folder, `${step}.${kind}.go`)));
  execFileSync("mkfifo", pipes);
  await mkdir(path.join(folder, "state"));
  return folder;
}

/** Lets each process run the probe once more, and returns what that printed, and its exit code. */
async function outputs(folder: string, step: (typeof steps)[number]): Promise<Outputs> {
  const read = (name: string): Promise<string> => readFile(path.join(folder, `${step}.${name}`), "utf8").catch(() => "");
  await Promise.all(kinds.map((kind) => writeFile(path.join(folder, `${step}.${kind}.go`), "go\n")));
  for (const kind of kinds) await expect.poll(() => read(`${kind}.code`)).not.toBe("");
  const names = kinds.flatMap((kind) => ["out", "err", "code"].map((part) => `${kind}.${part}`));
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
}

/** What the processes print that an app detaches that nobody records. */
async function withoutHeatline(node: string): Promise<Outputs> {
  const folder = await newFolder();
  const app = spawn(node, [path.join(appsFolder, "detaches.js"), folder, "after"], { env: { ...process.env, ...envFor(node) } });
  await once(app, "exit");
  return outputs(folder, "after");
}

function envFor(node: string): Readonly<Record<"PATH", string>> {
  return { PATH: [path.dirname(node), process.env["PATH"]].join(path.delimiter) };
}

/** A session that records in the folder. */
function start(folder: string): Promise<DapClient> {
  const state = path.join(folder, "state");
  return DapClient.start("exact", "en", { TMPDIR: state, XDG_STATE_HOME: state });
}

/** What sessions have left: of each its folder. */
async function left(folder: string): Promise<readonly string[]> {
  const files = await readdir(path.join(folder, "state"), { recursive: true });
  return files.filter((file) => path.basename(file) === "heatline-hooks.cjs").map((file) => path.join(folder, "state", path.dirname(file)));
}

async function anotherSession(folder: string): Promise<void> {
  await using client = await start(folder);
  await client.launch("", { runtimeArgs: ["-e", "0"] });
  await client.waitFor("terminated");
  await client.stop();
}

const ends: Readonly<Record<string, (client: DapClient) => Promise<void>>> = {
  "its session was stopped": (client) => client.stop(),
  "the adapter was killed": async (client) => {
    client.process.kill("SIGKILL");
    await client.exited();
  },
};

test.each(
  someOf(
    1,
    Object.keys(ends).flatMap((end, index) =>
      (index === 0 ? someNodeMajors : someNodeMajors.slice(0, 1)).map((major) => [end, major] as const),
    ),
  ),
)("after %s, what the app detached starts Nodes as without Heatline (Node %i)", async (end, major) => {
  const node = await nodeOf(major);
  const expected = await withoutHeatline(node);
  const folder = await newFolder();
  await using client = await start(folder);
  const env = { ...envFor(node), STAYS: "1" };
  await client.launch("detaches.js", { args: [folder, ...steps], runtimeExecutable: node, env });
  await client.waitFor("output", () => client.output("stdout").includes("detached"));
  await ends[end]?.(client);

  // The Nodes that it detached have ended; the others are waiting.
  const isNode = ({ command }: { readonly command: string }): boolean => /^\S*node /.test(command);
  await expect.poll(async () => (await markedProcesses(client.mark)).filter(isNode)).toEqual([]);
  await expect
    .poll(async () => Promise.all((await left(folder)).map(contentOf)))
    .toEqual([["bin", `bin/node -> ${node}`, "ended.json", "heatline-hooks.cjs", "owner.json"]]);
  expect(await outputs(folder, "after")).toEqual(expected);

  // Nothing that they name goes with an update of the extension.
  const named = await Promise.all((await markedProcesses(client.mark)).map(({ pid }) => readFile(`/proc/${pid}/environ`, "utf8")));
  for (const environment of named) expect(environment).not.toContain(path.dirname((await buildAdapter()).debugAdapter));

  await anotherSession(folder);
  expect(await outputs(folder, "later")).toEqual(expected);
  expect(await waitUntilGone(client.mark)).toEqual([]);
  await anotherSession(folder);
  expect(await left(folder)).toEqual([]);
});

async function contentOf(folder: string): Promise<readonly string[]> {
  expect((await stat(path.join(folder, "heatline-hooks.cjs"))).size).toBe(0);
  const names = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(names.map(async (name) => (name === "bin/node" ? `${name} -> ${await readlink(path.join(folder, name))}` : name)));
}

test.each([
  ...ownNodeMajors.map((major) => [major, ["--no-warnings", "--conditions=probe"]] as const),
  [24, ["--permission", "--allow-fs-read=*", "--allow-child-process", "--allow-worker", "--no-warnings"]] as const,
])(
  "Node %i: a recorded app, its forks, workers and cluster see the arguments that they have without Heatline (%s)",
  async (major, runtimeArgs) => {
    const node = await nodeOf(major);
    const folder = await newFolder();
    const { stdout, stderr, status } = spawnSync(node, [...runtimeArgs, path.join(appsFolder, "node-probe.js")], { encoding: "utf8" });
    expect({ stderr, status }).toEqual({ stderr: "to stderr\n", status: 3 });
    await using client = await start(folder);
    await client.launch("node-probe.js", { runtimeExecutable: node, runtimeArgs: [...runtimeArgs] });
    expect(await client.waitFor("exited")).toEqual({ exitCode: 3 });
    await client.stop();
    expect(client.output("stdout")).toBe(stdout);
    expect(await left(folder)).toEqual([]);
  },
);
