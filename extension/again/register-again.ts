import * as v from "valibot";
import * as vscode from "vscode";
import { runsChanged } from "../../language-server/protocol/run-list.ts";
import type { RegisterCommand } from "../commands.ts";
import type { AgainParts } from "./again-parts.ts";
import type { MeasureAgain } from "./measure-again.ts";

/** Of the *Runs* view. */
const runRow = v.object({ kind: v.literal("run"), run: v.object({ folder: v.string() }) });

/** *Measure Again* is a bundle of its own, loaded with the first run or app: before, there is nothing to measure again. */
export function registerMeasureAgain(register: RegisterCommand, parts: AgainParts): vscode.Disposable {
  let loaded: Promise<MeasureAgain> | undefined;
  const load = (): Promise<MeasureAgain> => (loaded ??= import("./measure-again.js").then(({ MeasureAgain }) => new MeasureAgain(parts)));
  const wake = (): void => void parts.guard(load);
  parts.server.on(runsChanged, () => void loaded?.then((again) => parts.guard(() => again.look())));
  parts.compare.repeat = async ({ next }) => {
    if (parts.shownRun.summary?.id !== next.id) await parts.shownRun.show(next.folder);
    await (await load()).measure(3);
  };
  return vscode.Disposable.from(
    parts.sessions.onDidStart(wake),
    parts.shownRun.onDidChange(wake),
    register("heatline.measureAgain", async () => (await load()).measure(1)),
    register("heatline.explain", async (argument) => {
      const row = v.safeParse(runRow, argument);
      if (row.success) await parts.shownRun.show(row.output.run.folder);
      await (await load()).explain();
    }),
    register("heatline.measureSavings", async () => (await load()).measureSavings()),
    register("heatline.measureThrice", async () => (await load()).measure(3)),
    { dispose: () => void loaded?.then((again) => again.dispose()) },
  );
}
