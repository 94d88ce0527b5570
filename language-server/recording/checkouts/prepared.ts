import { pathVariable } from "../../platform/executables.ts";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { Checkout, Checkouts, Side } from "./checkouts.ts";
import type { NodeProgram } from "../app/app-command.ts";
import { withoutHook } from "./git.ts";
import { buildCommand, copyPackages, hasSamePackages, installPlan } from "./packages.ts";
import { changedFiles, type Repository, type Version } from "./repository.ts";
import { runStep, type StepCommand, type StepSetting } from "./step.ts";

/** A version to run, and the Node that runs it; undefined: the one of PATH. */
export interface SideOrder {
  readonly version: Version;
  readonly node: NodeProgram | undefined;
}

export interface PreparedSide extends Checkout {
  /** What the app gets: its Node first in PATH, and its own repository. null unsets a variable. */
  readonly env: Readonly<Record<string, string | null>>;
}

export interface PreparationOptions {
  /** Command lines in place of what is found; null: none is run. */
  readonly install: string | null | undefined;
  readonly build: string | null | undefined;
  /** A step begins. */
  readonly onStep: (step: "checkout" | "install" | "copy" | "build", side: string) => void;
}

/**
 * Checks both versions out, installs their packages and builds them. Packages that are the same by all that decides them are installed once and
 * copied. Rejects with a CheckoutError that says which version and step failed.
 */
export async function prepareSides(
  checkouts: Checkouts,
  repository: Repository,
  orders: Readonly<Record<Side, SideOrder>>,
  { install, build, onStep }: PreparationOptions,
  signal: AbortSignal,
): Promise<Readonly<Record<Side, PreparedSide>>> {
  const add = async (side: Side): Promise<PreparedSide> => {
    const { version, node } = orders[side];
    onStep("checkout", nameOf(orders[side]));
    return { ...(await checkouts.add(side, version, signal)), env: envFor(node) };
  };
  const base = await add("base");
  const head = await add("head");
  const { watchdog } = checkouts;
  const settingOf = (side: PreparedSide, folder: string): StepSetting => ({
    side: nameOf(orders[side.side]),
    folder,
    env: side.env,
    watchdog,
    signal,
  });
  const run = async (step: "install" | "build", command: StepCommand, side: PreparedSide, folder = side.app): Promise<void> => {
    onStep(step, nameOf(orders[side.side]));
    await runStep(step, command, settingOf(side, folder));
  };
  const changed = await changedFiles(repository, base.version, head.version);
  for (const side of [base, head]) {
    if (install === null) continue;
    if (install !== undefined) {
      await run("install", { shell: install }, side);
      continue;
    }
    const plan = await installPlan(side);
    if (plan === undefined) continue;
    const isSame = side === head && orders.base.node?.nodePath === orders.head.node?.nodePath;
    const inBase = { ...plan, folder: path.join(base.root, path.relative(head.root, plan.folder)) };
    if (isSame && (await hasSamePackages(inBase, base.root, changed))) {
      onStep("copy", nameOf(orders.head));
      if (await copyPackages(base.root, head.root)) continue;
      await rm(path.join(plan.folder, "node_modules"), { recursive: true, force: true });
    }
    await run("install", plan.command, side, plan.folder);
  }
  for (const side of [base, head]) {
    if (build === null) continue;
    const command = build === undefined ? await buildCommand(side) : { shell: build };
    if (command !== undefined) await run("build", command, side);
  }
  return { base, head };
}

/** How a side is told apart: two Nodes run the same version. */
export function nameOf({ version, node }: SideOrder): string {
  return node === undefined ? version.name : `${version.name}, Node.js ${node.nodeVersion}`;
}

function envFor(node: NodeProgram | undefined): PreparedSide["env"] {
  if (node === undefined) return withoutHook;
  const variable = pathVariable(process.env);
  return { ...withoutHook, [variable]: [path.dirname(node.nodePath), process.env[variable] ?? ""].join(path.delimiter) };
}
