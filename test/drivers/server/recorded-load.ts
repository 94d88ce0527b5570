import path from "node:path";
import { type LoadDefaults, planFrom } from "../../../language-server/analysis/load/load.ts";
import { exactElseInspector, inspectorOnly } from "../../../language-server/recording/session/default-recorder.ts";
import { Deferred } from "../../../language-server/recording/deferred.ts";
import { Recording } from "../../../language-server/recording/session/recording.ts";
import { buildAdapter } from "../adapter/adapter-bundle.ts";

export interface RecordedService {
  /** Folder of the app, used as the workspace. */
  readonly folder: string;
  /** Relative to it. */
  readonly program: string;
  readonly runsFolder: string;
  readonly load: LoadDefaults;
  readonly runtimeArgs?: readonly string[];
  readonly recorder?: "exact" | "inspector";
  readonly env?: Readonly<Record<string, string>>;
  readonly runtimeExecutable?: string;
  readonly pass?: "routes" | "waits";
  readonly loadsByRoutes?: boolean;
}

/** Starts a service that listens on `PORT`, runs the embedded load tool against it, and records the measured part; resolves to the run folder. */
export async function recordService(service: RecordedService): Promise<string> {
  const { watchdog, autocannonChild, inApp } = await buildAdapter();
  const problems: string[] = [];
  let output = "";
  const origin = new Deferred<string>();
  const written = new Deferred<string>();
  const end = (): void => {
    const error = new Error(`${service.program} left no run.\n${problems.join("\n")}\n${output}`);
    origin.reject(error);
    written.reject(error);
  };
  await using recording = await Recording.start(
    {
      launch: {
        program: path.join(service.folder, service.program),
        cwd: service.folder,
        env: { PORT: "0", ...service.env },
        runtimeArgs: [...(service.runtimeArgs ?? [])],
        ...(service.runtimeExecutable === undefined ? {} : { runtimeExecutable: service.runtimeExecutable }),
      },
      workspaceFolders: [service.folder],
      runsFolder: service.runsFolder,
      runName: service.program,
      pass: service.pass,
      loadsByRoutes: service.loadsByRoutes,
      bundles: { watchdog, autocannonChild, inApp },
      createRecorder: service.recorder === "inspector" ? inspectorOnly : exactElseInspector,
    },
    {
      output: (text) => {
        output += text;
        return undefined;
      },
      ready: ({ origins }) => {
        if (origins[0] !== undefined) origin.resolve(origins[0]);
      },
      recording: () => undefined,
      loadProgress: () => undefined,
      loadEnded: () => undefined,
      runWritten: ({ folder }) => written.resolve(folder),
      problem: (problem) => problems.push(problem.text),
      ended: end,
    },
  );
  recording.startLoad(planFrom({ ...service.load, baseUrl: await origin.promise }));
  return await written.promise;
}
