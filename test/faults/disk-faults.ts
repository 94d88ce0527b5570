import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { SmallDisk } from "./disk.ts";
import { recorders } from "../drivers/adapter/dap-client.ts";
import type { Fault } from "./fault.ts";

const [megabyte, kilobyte] = [1024 * 1024, 1024];
/** Faults of the disk, which is full or read-only, at each step of a recording. */
export const diskFaults: readonly Fault[] = [
  {
    name: "the disk of the temporary folder is full before the start",
    async strike(session) {
      using disk = new SmallDisk(session.temporary, 256 * kilobyte);
      disk.fill();
      await session.launch("server.js");
    },
    told: /The temporary folder .+ cannot be used: no space left/,
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
    told: /The disk of .+ is full/,
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
    told: /could not be written to .+: no space left.* It is kept in .+heatline-unsaved-/,
    kept: ["stopped"],
    isApart: true,
  },
  {
    name: "the disk of the runs is full when a run is recovered",
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
    told: /could not be written to .+: no space left/,
    kept: [],
  },
  {
    name: "the temporary folder is missing",
    prepare: () => Promise.resolve({ TMPDIR: "/nowhere/at/all" }),
    strike: (session) => session.launch("server.js"),
    told: /The temporary folder \/nowhere\/at\/all cannot be used: .+ Set TMPDIR/,
    kept: [],
  },
  {
    name: "the temporary folder is a file",
    async prepare(temporary) {
      await writeFile(path.join(temporary, "file"), "");
      return { TMPDIR: path.join(temporary, "file") };
    },
    strike: (session) => session.launch("server.js"),
    told: /The temporary folder .+file cannot be used/,
    kept: [],
  },
  {
    name: "the temporary folder is read-only",
    async strike(session) {
      using _disk = new SmallDisk(session.temporary, megabyte, ",ro");
      await session.launch("server.js");
    },
    told: /The temporary folder .+ cannot be used: .*read-only/i,
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
    told: /could not be written to .+: .+\. It is kept in .+heatline-unsaved-/,
    kept: ["stopped"],
    isApart: true,
  },
];
