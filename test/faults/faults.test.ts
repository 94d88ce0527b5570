import { describe, expect, test } from "vitest";
import { recorders } from "../drivers/adapter/dap-client.ts";
import { appFaults } from "./app-faults.ts";
import { causeFaults } from "./cause-faults.ts";
import { leftAfter } from "./check-fault.ts";
import { diskFaults } from "./disk-faults.ts";
import { nodeOf, ownNodeMajors } from "../workbench/node-versions.mjs";
import type { Fault } from "./fault.ts";
import { oddFaults } from "./odd-faults.ts";
import { ownFaults } from "./own-faults.ts";
import { isAll, someOf } from "../workbench/some-of.mjs";

const faults: readonly Fault[] = [...appFaults, ...causeFaults, ...diskFaults, ...oddFaults, ...ownFaults];

const chosen = faults.filter(({ isThorough }) => isAll || isThorough !== true);

const sessions = ownNodeMajors.flatMap((major) => someOf(1, recorders).map((recorder) => [major, recorder] as const));

describe.each(sessions)("Node %i, %s recorder", (major, recorder) => {
  const own = chosen.filter(
    ({ recorders: each = ["exact"], nodes: [first, last] = [0, Infinity] }) => each.includes(recorder) && first <= major && major <= last,
  );

  // Not `$name`, of which Vitest shows only 40 characters.
  test.concurrent.each(own.map((fault) => [fault.name, fault] as const))("%s", { timeout: 240_000 }, async (_name, fault) => {
    expect(await leftAfter(recorder, fault, await nodeOf(major))).toEqual({ processes: [], folders: [] });
  });
});
