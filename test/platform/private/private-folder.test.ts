import { chmod, chown, lstat, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { makePrivateFolder, privateFolder } from "../../../language-server/platform/private/private-folder.ts";
import { cacheFolder } from "../../workbench/installation.mjs";
import { privatePath, type Surroundings } from "../../../language-server/platform/private/state-path.ts";

const base = await realpath(await mkdtemp(path.join(os.tmpdir(), "private-")));
const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
const nobody = 65_534;

const made = [base];

afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

test.each([
  ["linux", { XDG_STATE_HOME: "/big/state" }, "/home/ada", "/big/state/heatline"],
  ["linux", { XDG_STATE_HOME: "state" }, "/home/ada", "/home/ada/.local/state/heatline"],
  ["linux", { XDG_STATE_HOME: "" }, "/home/ada", "/home/ada/.local/state/heatline"],
  ["linux", {}, "", undefined],
  ["darwin", { XDG_STATE_HOME: "/big/state" }, "/Users/ada", "/Users/ada/Library/Application Support/heatline"],
  ["win32", { LOCALAPPDATA: "D:\\Local" }, "C:\\Users\\ada", "D:\\Local\\heatline"],
  ["win32", { LOCALAPPDATA: "Local" }, "C:\\Users\\ada", "C:\\Users\\ada\\AppData\\Local\\heatline"],
] as const)("on %s with %o the private folder is where programs keep their state", (platform, env, home, expected) => {
  expect(privatePath({ platform, env, home })).toBe(expected);
});

interface Place extends Surroundings {
  readonly state: string;
}

/** A home of our own, a temporary folder beside it, and changes of either. */
async function place(change: (at: Place) => Promise<Partial<Surroundings> | void> = () => Promise.resolve()): Promise<Place> {
  const folder = await mkdtemp(path.join(base, "at-"));
  const [home, temporary] = [path.join(folder, "home"), path.join(folder, "tmp")];
  await mkdir(home);
  await mkdir(temporary);
  const at: Place = { platform: "linux", env: {}, home, temporary, uid, gid, state: path.join(home, ".local/state") };
  return { ...at, ...(await change(at)) };
}

test("it is made for its user alone, with what is missing around it", async () => {
  const at = await place();
  const folder = path.join(at.state, "heatline");
  expect(await privateFolder(at)).toBe(folder);
  const modes = [folder, at.state, path.dirname(at.state)].map(async (each) => (await lstat(each)).mode & 0o777);
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o700]);
  const session = await makePrivateFolder("s", at);
  expect(path.dirname(session)).toBe(folder);
  expect(path.basename(session)).toMatch(/^s-\w{6}$/);
  expect((await lstat(session)).mode & 0o777).toBe(0o700);
});

test("sessions that start at once make the same one", async () => {
  for (let round = 0; round < 50; round++) {
    const at = await place();
    const folders = await Promise.all(Array.from({ length: 8 }, () => privateFolder(at)));
    expect(new Set(folders)).toEqual(new Set([path.join(at.state, "heatline")]));
  }
});

test("one that others could read is closed to them; what is above it stays as it is", async () => {
  const at = await place(async ({ state }) => {
    await mkdir(path.join(state, "heatline"), { recursive: true });
    for (const each of [state, path.join(state, "heatline")]) await chmod(each, 0o755);
  });
  expect(await privateFolder(at)).toBe(path.join(at.state, "heatline"));
  expect((await lstat(path.join(at.state, "heatline"))).mode & 0o777).toBe(0o700);
  expect((await lstat(at.state)).mode & 0o777).toBe(0o755);
});

test("links on the way to it are followed, since the user has made them", async () => {
  const at = await place(async ({ home }) => {
    await mkdir(path.join(home, "big"));
    await symlink(path.join(home, "big"), path.join(home, ".local"));
  });
  expect(await privateFolder(at)).toBe(path.join(at.home, "big/state/heatline"));
});

/** The folder's place is taken by `make`. */
const taken =
  (make: (folder: string, at: Place) => Promise<unknown>) =>
  async (at: Place): Promise<void> => {
    await mkdir(at.state, { recursive: true });
    await make(path.join(at.state, "heatline"), at);
  };

/** Makes it another user's; without root, takes us for another one. */
async function givenAway(folder: string): Promise<Partial<Surroundings>> {
  if (uid !== 0) return { uid: nobody, gid: nobody };
  await chown(folder, nobody, nobody);
  return {};
}

async function takenBySomebody({ state }: Place): Promise<Partial<Surroundings>> {
  await makeFolder(path.join(state, "heatline"), 0o755);
  return givenAway(path.join(state, "heatline"));
}

/** Makes a folder that has this mode whatever the umask is. */
async function makeFolder(folder: string, mode: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, mode);
}

test.each<readonly [string, (at: Place) => Promise<Partial<Surroundings> | void>]>([
  ["its place is taken by a file", taken((folder) => writeFile(folder, ""))],
  ["its place is taken by a link to a folder", taken((folder, { home }) => symlink(home, folder))],
  ["its place is taken by a link to nowhere", taken((folder) => symlink("/nowhere/at/all", folder))],
  ["everybody can write around it", ({ state }) => makeFolder(state, 0o777)],
  ["it would be in a folder for everybody", ({ state }) => makeFolder(state, 0o1777)],
  ["everybody can replace what it is in", ({ home }) => makeFolder(path.join(home, ".local"), 0o777)],
  ["another group can write around it", ({ state }) => makeFolder(state, 0o770).then(() => ({ gid: gid + 1 }))],
  ["a file is in the way", ({ home }) => writeFile(path.join(home, ".local"), "")],
  ["there is no home folder", () => Promise.resolve({ home: "" })],
  ["the system has no such folders where it would be", () => Promise.resolve({ env: { XDG_STATE_HOME: "/proc/a/b" } })],
  ["the home folder does not exist", ({ home }) => Promise.resolve({ home: path.join(home, "gone") })],
  ["its place is taken by another user's folder", takenBySomebody],
  ["the home folder is another user's", ({ home }) => givenAway(home)],
  ["the state folder is another user's", ({ state }) => makeFolder(state, 0o755).then(() => givenAway(state))],
])("where %s, a folder in the temporary one stands in, and nothing is changed", async (_why, change) => {
  const at = await place(change);
  const home = path.resolve(at.state, "../..");
  const before = await tree(home);
  expect(await privateFolder(at)).toBeUndefined();
  const session = await makePrivateFolder("s", at);
  expect(path.dirname(session)).toBe(at.temporary);
  expect(path.basename(session)).toMatch(/^heatline-s-\w{6}$/);
  expect((await lstat(session)).mode & 0o777).toBe(0o700);
  expect(await tree(home)).toEqual(before);
});

/** A folder in memory, and one on a disk beside the repository's other files. */
async function inMemoryAndOnDisk(): Promise<{ readonly memory: string; readonly disk: string }> {
  await mkdir(cacheFolder, { recursive: true });
  const [memory, disk] = await Promise.all(["/dev/shm", await realpath(cacheFolder)].map((at) => mkdtemp(path.join(at, "private-"))));
  made.push(memory!, disk!);
  return { memory: memory!, disk: disk! };
}

test("a home folder in memory is not for V8's logs, unless the temporary folder is in memory, too", async () => {
  const { memory, disk } = await inMemoryAndOnDisk();
  const at = await place(() => Promise.resolve({ home: memory, temporary: disk }));
  expect(path.dirname(await makePrivateFolder("s", at))).toBe(disk);
  expect(await privateFolder({ ...at, temporary: memory })).toBe(path.join(memory, ".local/state/heatline"));
});

test("a temporary folder in memory stands in only where the user has named it", async () => {
  const { memory } = await inMemoryAndOnDisk();
  const at = await place(() => Promise.resolve({ home: "", temporary: memory }));
  const session = await makePrivateFolder("s", at);
  made.push(session);
  expect(path.dirname(session)).toBe(await realpath("/var/tmp"));
  expect(path.dirname(await makePrivateFolder("s", { ...at, env: { TMPDIR: memory } }))).toBe(memory);
});

test("a group of the user's own may write around it, as where the umask is 002", async () => {
  const at = await place(({ state }) => makeFolder(state, 0o775));
  expect(await privateFolder(at)).toBe(path.join(at.state, "heatline"));
});

test("where neither can be used, the error says which", async () => {
  const at = await place(({ temporary }) => Promise.resolve({ home: "", temporary: path.join(temporary, "gone") }));
  await expect(makePrivateFolder("s", at)).rejects.toMatchObject({ code: "ENOENT", path: at.temporary });
});

/** Every path below a folder, with its mode. */
async function tree(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.sort().map(async (name) => `${name} ${(await lstat(path.join(folder, name))).mode.toString(8)}`));
}
