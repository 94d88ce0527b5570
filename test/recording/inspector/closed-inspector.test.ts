import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { AppTree } from "../../../language-server/recording/app/app-tree.ts";
import { SessionFolder } from "../../../language-server/recording/app/session-folder.ts";
import { watchReports } from "../../../language-server/recording/app/session-reports.ts";
import { Deferred } from "../../../language-server/recording/deferred.ts";
import { readInAppCode } from "../../../language-server/recording/inspector/evaluate.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";

test("an app that closes its inspector and is killed before it is let do so ends no other process", async () => {
  const { inApp } = await buildAdapter();
  await using session = await SessionFolder.create(inApp);
  const lost = new Deferred<number>();
  await using tree = new AppTree(await readInAppCode(inApp), {
    attach: () => Promise.resolve(),
    running: () => undefined,
    leaving: () => Promise.resolve(),
    gone: () => undefined,
    changed: () => undefined,
    loop: () => undefined,
    answered: () => undefined,
    exiting: () => undefined,
    ended: () => undefined,
    listening: () => undefined,
    workerExiting: () => undefined,
    signal: () => Promise.resolve(),
    closingInspector: async ({ pid }) => {
      process.kill(pid, "SIGKILL");
      await lost.promise;
    },
    stuck: () => undefined,
    lost: ({ pid }) => lost.resolve(pid),
  });
  using _reports = await watchReports(session.reports, {
    report: (report) => {
      if (report.kind === "process") void tree.add(report);
    },
    gone: () => undefined,
  });
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on("unhandledRejection", onRejection);
  const program = 'require("node:inspector").close(); setInterval(() => undefined, 1000);';
  const app = spawn(process.execPath, ["--require", session.preload, "--eval", program], { stdio: "ignore" });
  const exited = once(app, "exit");
  expect(await lost.promise).toBe(app.pid);
  await exited;
  process.off("unhandledRejection", onRejection);
  expect(rejections).toEqual([]);
});
