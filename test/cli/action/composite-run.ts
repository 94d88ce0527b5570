import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { load } from "js-yaml";

const root = path.resolve(import.meta.dirname, "../../..");

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

export interface CompositeAction {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs?: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export async function readAction(folder: string): Promise<CompositeAction> {
  return load(await readFile(path.join(root, folder, "action.yml"), "utf8")) as CompositeAction;
}

interface Job {
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: unknown;
  readonly apiUrl: string;
  /** The checkout. */
  readonly workspace: string;
  /** Of an earlier job: actions that are used leave their files there. */
  readonly temp?: string;
}

export interface JobEnd {
  /** Of the first step that failed; 0 if none did. */
  readonly code: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly temp: string;
  /** Actions that were used, with their inputs. */
  readonly used: readonly (readonly [name: string, inputs: Readonly<Record<string, string>>])[];
}

/** Runs the `run` steps of a composite action as a runner does, by bash, with the files and variables that it gives them. */
export async function runAction(folder: string, job: Job): Promise<JobEnd> {
  const { inputs: known, outputs = {}, runs } = await readAction(folder);
  const temp = job.temp ?? (await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-runner-"))));
  const [eventFile, summaryFile, outputFile] = ["event.json", "summary.md", "outputs"].map((name) => path.join(temp, `_${name}`)) as [
    string,
    string,
    string,
  ];
  await writeFile(eventFile, JSON.stringify(job.event));
  await writeFile(summaryFile, "");
  const steps: Record<string, { outputs: Readonly<Record<string, string>> }> = {};
  const defaults = Object.fromEntries(Object.entries(known).map(([name, { default: value = "" }]) => [name, value]));
  const context = {
    inputs: {} as Record<string, string>,
    github: { event: job.event, token: "the-token" },
    runner: { temp },
    steps,
  };
  for (const [name, value] of Object.entries({ ...defaults, ...job.inputs })) context.inputs[name] = filled(value, context);
  const used: (readonly [string, Readonly<Record<string, string>>])[] = [];
  let [code, log]: [number | null, string] = [0, ""];
  for (const step of runs.steps) {
    if (step.if !== undefined && !isTrue(valueOf(step.if, context))) continue;
    const given = Object.fromEntries(Object.entries(step.with ?? {}).map(([name, value]) => [name, filled(String(value), context)]));
    if (step.uses !== undefined) used.push([step.uses, given]);
    if (step.run === undefined) continue;
    await writeFile(outputFile, "");
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, context)]));
    const ended = await bash(step.run, {
      cwd: path.resolve(job.workspace, filled(step["working-directory"] ?? ".", context)),
      env: {
        PATH: process.env["PATH"],
        HOME: temp,
        CI: "true",
        GITHUB_ACTIONS: "true",
        GITHUB_ACTION_PATH: path.join(root, folder),
        GITHUB_API_URL: job.apiUrl,
        GITHUB_EVENT_PATH: eventFile,
        GITHUB_OUTPUT: outputFile,
        GITHUB_REPOSITORY: "shop/orders",
        GITHUB_STEP_SUMMARY: summaryFile,
        GITHUB_WORKSPACE: job.workspace,
        RUNNER_TEMP: temp,
        ...env,
      },
    });
    log += ended.log;
    const lines = (await readFile(outputFile, "utf8")).split("\n").filter((line) => line !== "");
    if (step.id !== undefined) steps[step.id] = { outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) };
    if (ended.code !== 0) {
      ({ code } = ended);
      break;
    }
  }
  const made = Object.entries(outputs).map(([name, { value }]) => [name, filled(value, context)]);
  return { code, log, summary: await readFile(summaryFile, "utf8"), outputs: Object.fromEntries(made), temp, used };
}

/** A text with its expressions replaced. */
function filled(text: string, context: object): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_all, expression: string) => {
    const value = valueOf(expression, context);
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
  });
}

/** Of the few expressions that these actions have: paths, strings, comparisons, `format`, `&&` and `||`. */
function valueOf(expression: string, context: object): unknown {
  const [first = "", ...others] = expression.split("||");
  if (others.length > 0) {
    const value = valueOf(first, context);
    return isTrue(value) ? value : valueOf(others.join("||"), context);
  }
  const all = expression.split("&&").map((part) => part.trim());
  let value: unknown = "";
  for (const part of all) {
    value = simpleValue(part, context);
    if (!isTrue(value)) return value;
  }
  return value;
}

function simpleValue(text: string, context: object): unknown {
  const compared = /^(.*?)\s*(==|!=)\s*(.*)$/.exec(text);
  if (compared !== null) {
    const [, one = "", sign, other = ""] = compared;
    return (simpleValue(one, context) === simpleValue(other, context)) === (sign === "==");
  }
  const formatted = /^format\((.*), (.*)\)$/.exec(text);
  if (formatted !== null)
    return String(simpleValue(formatted[1] ?? "", context)).replace("{0}", String(simpleValue(formatted[2] ?? "", context)));
  const quoted = /^'(.*)'$/.exec(text);
  if (quoted !== null) return quoted[1];
  if (!/^[\w.-]+$/.test(text)) throw new Error(`This runner does not know ${text}`);
  return text.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], context);
}

function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && value !== false;
}

async function bash(
  script: string,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly code: number | null; readonly log: string }> {
  await mkdir(cwd, { recursive: true });
  const file = path.join(env["RUNNER_TEMP"] ?? "", "_step.sh");
  await writeFile(file, script);
  // As the runner starts it.
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, log }));
  });
}
