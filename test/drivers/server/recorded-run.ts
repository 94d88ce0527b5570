import path from "node:path";
import { inspectorOnly } from "../../../language-server/recording/session/default-recorder.ts";
import { Recording } from "../../../language-server/recording/session/recording.ts";
import { buildAdapter } from "../adapter/adapter-bundle.ts";
import type { DrawnApp } from "./drawn-run.ts";

/** Records a program of an app from its first line to its exit with the real recorder; resolves to the run folder. */
export async function recordProgram(
  app: DrawnApp,
  program: string,
  createRecorder = inspectorOnly,
  {
    runtimeExecutable,
    runtimeArgs,
    output: reported,
  }: { readonly runtimeExecutable?: string; readonly runtimeArgs?: readonly string[]; readonly output?: (text: string) => void } = {},
): Promise<string> {
  const { watchdog, autocannonChild, tickLogWorker, inApp } = await buildAdapter();
  const problems: string[] = [];
  let output = "";
  let folder: string | undefined;
  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (ended = resolve));
  await using _recording = await Recording.start(
    {
      launch: {
        program: path.join(app.folder, program),
        cwd: app.folder,
        ...(runtimeExecutable === undefined ? {} : { runtimeExecutable }),
        ...(runtimeArgs === undefined ? {} : { runtimeArgs }),
      },
      workspaceFolders: [app.folder],
      runsFolder: app.runsFolder,
      runName: program,
      bundles: { watchdog, autocannonChild, tickLogWorker, inApp },
      createRecorder,
    },
    {
      output: (text) => {
        output += text;
        reported?.(text);
      },
      ready: () => undefined,
      recording: () => undefined,
      loadProgress: () => undefined,
      loadEnded: () => undefined,
      runWritten: (run) => (folder = run.folder),
      problem: (problem) => problems.push(problem.text),
      ended: () => ended(),
    },
  );
  await end;
  if (folder === undefined) throw new Error(`${program} left no run.\n${problems.join("\n")}\n${output}`);
  return folder;
}
