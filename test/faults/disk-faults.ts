import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { SmallDisk } from "./disk.ts";
import { recorders } from "../drivers/adapter/dap-client.ts";
import { stateEnv, stateFolder } from "../drivers/state-folder.ts";
import type { Fault } from "./fault.ts";
import type { FaultySession } from "./faulty-session.ts";

const [megabyte, kilobyte] = [1024 * 1024, 1024];

/** Records the app under a load for a while, and stops it. */
async function recorded(session: FaultySession): Promise<void> {
  await session.measure();
  await session.moreRequests();
  await session.client.stop();
}

/** Faults of the disk, which is full or read-only, at each step of a recording. */
export const diskFaults: readonly Fault[] = [
  {
    name: "the disk of the private folder is full before the start",
    async strike(session) {
      using disk = new SmallDisk(session.temporary, 256 * kilobyte);
      disk.fill();
      await session.launch("server.js");
    },
    reported: /Heatline's folder .+heatline cannot be used: no space left.* XDG_STATE_HOME/,
    kept: [],
  },
  {
    name: "the disk of the logs fills while the app is recorded",
    async strike(session) {
      using disk = new SmallDisk(session.temporary, 64 * megabyte);
      await session.measure();
      await session.moreRequests();
      disk.fill();
      await session.client.waitFor("heatline.problem");
      await session.client.stop();
    },
    reported: /The disk of .+ is full/,
    kept: ["stopped"],
  },
  {
    name: "the disk of the runs is full at the end",
    async strike(session) {
      await mkdir(session.runsFolder);
      using disk = new SmallDisk(session.runsFolder, 256 * kilobyte);
      disk.fill();
      await session.measure();
      await session.moreRequests();
      await session.client.stop();
    },
    reported: /could not be written to .+: no space left.* It is kept in .+heatline\/unsaved-/,
    kept: ["stopped"],
    isApart: true,
  },
  {
    name: "the disk of the runs is full when a run is recovered",
    isThorough: true,
    async strike(session) {
      await mkdir(session.runsFolder);
      using disk = new SmallDisk(session.runsFolder, 256 * kilobyte);
      disk.fill();
      await session.measure();
      await session.noted();
      session.client.process.kill("SIGKILL");
      await session.client.processesLeft();
    },
    kept: ["recovered"],
    isApart: true,
  },
  {
    name: "both disks are full at the end",
    isThorough: true,
    async strike(session) {
      await mkdir(session.runsFolder);
      using runs = new SmallDisk(session.runsFolder, 256 * kilobyte);
      using temporary = new SmallDisk(session.temporary, 64 * megabyte);
      runs.fill();
      await session.measure();
      await session.moreRequests();
      temporary.fill();
      await session.client.stop();
    },
    reported: /could not be written to .+: no space left/,
    kept: [],
  },
  {
    name: "there is neither a private folder nor a temporary one",
    async prepare(temporary) {
      const file = path.join(temporary, "file");
      await writeFile(file, "");
      return { ...stateEnv(file), TMPDIR: "/nowhere/at/all" };
    },
    strike: (session) => session.launch("server.js"),
    reported: /can use neither its own folder .+file.+ nor the temporary folder \/nowhere\/at\/all: .+ Make one of them/,
    kept: [],
  },
  {
    name: "the temporary folder is missing, which nothing needs",
    isThorough: true,
    prepare: (temporary) => Promise.resolve({ ...stateEnv(temporary), TMPDIR: "/nowhere/at/all" }),
    strike: recorded,
    kept: ["stopped"],
  },
  {
    name: "a file is in the private folder's place: the temporary folder stands in",
    isThorough: true,
    async prepare(temporary) {
      await mkdir(path.dirname(stateFolder(temporary)), { recursive: true });
      await writeFile(stateFolder(temporary), "");
      return {};
    },
    strike: recorded,
    kept: ["stopped"],
  },
  {
    name: "the home folder is read-only: the temporary folder stands in",
    isThorough: true,
    async strike(session) {
      await mkdir(stateFolder(session.temporary), { recursive: true });
      using _disk = new SmallDisk(path.dirname(stateFolder(session.temporary)), megabyte, ",ro");
      await recorded(session);
    },
    kept: ["stopped"],
  },
  {
    name: "the private folder and the temporary one are read-only",
    async strike(session) {
      using _disk = new SmallDisk(session.temporary, megabyte, ",ro");
      await session.launch("server.js");
    },
    reported: /can use neither its own folder .+ nor the temporary folder .+: .*read-only/i,
    kept: [],
  },
  {
    name: "the folder of the runs cannot be written to",
    recorders,
    prepare: async (_temporary, runsFolder) => {
      await writeFile(runsFolder, "");
      return {};
    },
    async strike(session) {
      await session.measure();
      await session.moreRequests();
      await session.client.stop();
    },
    reported: /could not be written to .+: .+\. It is kept in .+heatline\/unsaved-/,
    kept: ["stopped"],
    isApart: true,
  },
];
