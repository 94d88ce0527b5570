import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { withRefusedPipe } from "../drivers/adapter/refused-pipe.ts";
import { someOf } from "../workbench/some-of.mjs";

test.each(someOf(1, Object.entries(withRefusedPipe)))("without a pipe %s", async (_what, check) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-pipe-"));
  await expect(check(folder)).resolves.toBeUndefined();
  await rm(folder, { recursive: true });
});
