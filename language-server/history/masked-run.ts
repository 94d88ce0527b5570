import type { Problem } from "../analysis/profile/profile.ts";
import { maskedArguments, maskedCommandLine } from "../analysis/masking/masked-arguments.ts";
import { maskedLoad } from "../analysis/masking/masked-load.ts";
import { maskedText } from "../analysis/masking/masked-text.ts";
import type { Run } from "./run.ts";

/** What a run has that may hold secrets. */
type Maskable = Pick<Run, "name" | "app" | "load" | "problems" | "test" | "keepsSecrets">;

/** A kept run without secrets, also those that an older Heatline kept; one whose user wanted them kept is as it is. */
export function maskedRun<R extends Maskable>(run: R): R {
  if (run.keepsSecrets === true) return run;
  const { app, load } = run;
  return {
    ...run,
    name: maskedName(run.name, run.test),
    app: { ...app, argv: maskedArguments(app.argv) },
    ...(load === undefined ? {} : { load: maskedLoad(load) }),
    problems: run.problems.map(maskedProblem),
  };
}

/** A run is called after its command line; after a test, whose name is prose. */
export function maskedName(name: string, test: unknown): string {
  return test === undefined ? maskedCommandLine(name) : maskedText(name);
}

function maskedProblem<P extends Pick<Problem, "code" | "values">>(problem: P): P {
  const command = problem.values?.["command"];
  if (typeof command !== "string") return problem;
  return { ...problem, values: { ...problem.values, command: maskedCommandLine(command) } };
}
