import * as v from "valibot";
import { issueReason } from "../../language-server/analysis/issue-reason.ts";
import { sendingProblems, sendingProblemText } from "../../language-server/analysis/load/sending-problems.ts";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { samplingBounds } from "../../language-server/platform/scheduling.ts";

const texts = v.array(v.string());
const path = v.pipe(v.string(), v.nonEmpty());
const within = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most));
const wholeWithin = (least: number, most: number) => v.pipe(within(least, most), v.integer());

/** What launch and attach have alike. */
const common = {
  cwd: v.optional(path),
  samplingIntervalUs: v.optional(wholeWithin(samplingBounds.least, samplingBounds.most)),
  /** `exact` is V8's tick log, or the inspector if the app's Node cannot write one. */
  recorder: v.optional(v.picklist(["exact", "inspector"]), "exact"),
  /** Recording stops automatically after this time. */
  maxDurationSeconds: v.optional(within(0.1, 86_400)),
  /** Maps folders as the app sees them to absolute paths on this machine, for containers. */
  pathMappings: v.optional(v.record(path, path)),
  /** Does not mask secrets in the command lines and requests that runs have. */
  keepSecrets: v.optional(v.boolean(), false),
  /** Where run folders are written; set by the extension. */
  runsFolder: path,
  workspaceFolders: v.optional(texts, []),
  /** Name of the run in the history: `koa-listener-leak · npm start`. */
  runName: v.optional(v.string(), "Run"),
  /** The client of the agent that records; set by the MCP server. */
  agent: v.optional(v.pipe(v.string(), v.maxLength(100))),
};

const candidateSchema = v.object({
  path,
  line: v.pipe(v.number(), v.integer(), v.minValue(0)),
  specifier: v.string(),
  name: v.string(),
  within: v.array(v.number()),
  hash: v.string(),
});

const savingsSchema = v.object({
  folder: path,
  since: v.pipe(v.string(), v.isoTimestamp()),
  candidates: v.pipe(v.array(candidateSchema), v.maxLength(100)),
  requests: v.optional(texts, []),
});

const launchSchema = v.object({
  program: v.optional(path),
  args: v.optional(texts),
  /** null unsets a variable. */
  env: v.optional(v.record(v.string(), v.nullable(v.string()))),
  envFile: v.optional(path),
  /** `node`, a path to it, or `npm`/`yarn`/`pnpm`. */
  runtimeExecutable: v.optional(path),
  runtimeArgs: v.optional(texts),
  console: v.optional(v.picklist(["internalConsole", "integratedTerminal", "externalTerminal"])),
  /** The app marks its requests, so that it is known for which route what ran. */
  routes: v.optional(v.boolean(), false),
  /** What it starts is a test runner: its start is not recorded, and a test that is too short runs several times. */
  test: v.optional(v.object({ runner: v.string(), file: path, name: v.string() })),
  /** Its recording from the first line goes on when it listens, until it is stopped: the run has its start apart. */
  fromStart: v.optional(v.boolean(), false),
  /** Its start is recorded: it is started again and again, each time until it listens or ends. Not in a terminal. */
  startup: v.optional(v.object({ starts: v.optional(wholeWithin(1, 1000)) })),
  /** In place of that: measures what other ways to start save, and writes it into that run. */
  savings: v.optional(savingsSchema),
  ...common,
});

/** Attaches to a running app through its inspector. */
const attachSchema = v.object({
  host: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/)), "127.0.0.1"),
  port: v.pipe(wholeWithin(1, 65_535)),
  ...common,
});

export type LaunchArguments = ReadOnly<v.InferInput<typeof launchSchema>>;
export type AttachArguments = ReadOnly<v.InferInput<typeof attachSchema>>;

export type CheckedAttachArguments = v.InferOutput<typeof attachSchema>;
export type CheckedLaunchArguments = v.InferOutput<typeof launchSchema>;

/** Throws a UserError that names the invalid argument. Ignores unknown keys, since VS Code adds its own. */
export function checkAttachArguments(value: unknown): CheckedAttachArguments {
  return checked(attachSchema, value);
}

/** As `checkAttachArguments`. */
export function checkLaunchArguments(value: unknown): CheckedLaunchArguments {
  return checked(launchSchema, value);
}

/** Validates the argument of `heatline.startLoad`. Throws a UserError that says what is wrong. */
export function checkLoadPlan(value: unknown): LoadPlan {
  const parsed = v.safeParse(v.object({ plan: loadPlanSchema }), value);
  if (!parsed.success) throw wrongPlan(parsed.issues[0]);
  const { plan } = parsed.output;
  const [problem] = sendingProblems(plan);
  if (problem !== undefined) throw new UserError("launch.badPlan", { problem: sendingProblemText(problem) });
  return plan;
}

/** Throws a UserError that names the invalid argument. */
export function checked<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new UserError("launch.badArgument", { name: v.getDotPath(issue) ?? "arguments", reason: issueReason(issue) });
}

function wrongPlan(issue: v.BaseIssue<unknown>): UserError {
  const name = (v.getDotPath(issue) ?? "arguments").replace(/^plan\./, "");
  return new UserError("launch.badLoad", { name, reason: issueReason(issue) });
}
