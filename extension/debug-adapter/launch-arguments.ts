import * as v from "valibot";
import { issueReason } from "../../language-server/analysis/issue-reason.ts";
import { planProblemText } from "../../language-server/analysis/load/plan-problem-text.ts";
import { planProblems } from "../../language-server/analysis/load/load-problems.ts";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { samplingBounds } from "../../language-server/platform/sampling-interval.ts";

const texts = v.array(v.string());
const path = v.pipe(v.string(), v.nonEmpty());
const within = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most));
const wholeWithin = (least: number, most: number) => v.pipe(within(least, most), v.integer());

const recorder = v.optional(v.picklist(["exact", "inspector"]), "exact");
const keepSecrets = v.optional(v.boolean(), false);
const pathMappings = v.optional(v.record(path, path));

const launchSchema = v.object({
  program: v.optional(path),
  args: v.optional(texts),
  cwd: v.optional(path),
  env: v.optional(v.record(v.string(), v.nullable(v.string()))),
  envFile: v.optional(path),
  runtimeExecutable: v.optional(path),
  runtimeArgs: v.optional(texts),
  console: v.optional(v.picklist(["internalConsole", "integratedTerminal", "externalTerminal"])),
  samplingIntervalUs: v.optional(wholeWithin(samplingBounds.least, samplingBounds.most)),
  recorder,
  maxDurationSeconds: v.optional(within(0.1, 86_400)),
  pathMappings,
  keepSecrets,
  runsFolder: path,
  workspaceFolders: v.optional(texts, []),
  runName: v.optional(v.string(), "Run"),
  test: v.optional(v.object({ runner: v.string(), file: path, name: v.string() })),
});

const attachSchema = v.object({
  host: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/)), "127.0.0.1"),
  port: v.pipe(wholeWithin(1, 65_535)),
  cwd: v.optional(path),
  samplingIntervalUs: v.optional(wholeWithin(samplingBounds.least, samplingBounds.most)),
  recorder,
  maxDurationSeconds: v.optional(within(0.1, 86_400)),
  pathMappings,
  keepSecrets,
  runsFolder: path,
  workspaceFolders: v.optional(texts, []),
  runName: v.optional(v.string(), "Run"),
});

export type CheckedAttachArguments = v.InferOutput<typeof attachSchema>;

/** Validates `AttachArguments` of messages.ts, in the same way as launch arguments. */
export function checkAttachArguments(value: unknown): CheckedAttachArguments {
  const parsed = v.safeParse(attachSchema, value);
  if (!parsed.success) throw wrongArgument(parsed.issues[0]);
  return parsed.output;
}

export type CheckedLaunchArguments = v.InferOutput<typeof launchSchema>;

/**
 * Validates `LaunchArguments` of messages.ts. Throws a UserError that names the invalid one. Ignores unknown keys, since VS Code adds its
 * own.
 */
export function checkLaunchArguments(value: unknown): CheckedLaunchArguments {
  const parsed = v.safeParse(launchSchema, value);
  if (!parsed.success) throw wrongArgument(parsed.issues[0]);
  return parsed.output;
}

/** Validates the argument of `heatline.startLoad`. Throws a UserError that says what is wrong. */
export function checkLoadPlan(value: unknown): LoadPlan {
  const parsed = v.safeParse(v.object({ plan: loadPlanSchema }), value);
  if (!parsed.success) throw wrongPlan(parsed.issues[0]);
  const { plan } = parsed.output;
  const [problem] = planProblems(plan);
  if (problem !== undefined) throw new UserError("launch.badPlan", { problem: planProblemText(problem) });
  return plan;
}

function wrongArgument(issue: v.BaseIssue<unknown>): UserError {
  return new UserError("launch.badArgument", { name: v.getDotPath(issue) ?? "arguments", reason: issueReason(issue) });
}

function wrongPlan(issue: v.BaseIssue<unknown>): UserError {
  const name = (v.getDotPath(issue) ?? "arguments").replace(/^plan\./, "");
  return new UserError("launch.badLoad", { name, reason: issueReason(issue) });
}
