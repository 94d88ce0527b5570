import path from "node:path";
import { existsHere } from "../../history/regular-file.ts";
import { findExecutable, pathVariable } from "../../platform/executables.ts";
import { CheckoutError } from "../../recording/checkouts/checkout-error.ts";
import type { BenchedVersion } from "../../answers/bench/bench-answer.ts";
import type { Checkouts } from "../../recording/checkouts/checkouts.ts";
import { findNode } from "../../recording/checkouts/found-node.ts";
import { nameOf, type PreparedSide, prepareSides, type SideOrder } from "../../recording/checkouts/prepared.ts";
import { baseOf, type Repository, type Version, versionNamed, workingTree } from "../../recording/checkouts/repository.ts";
import type { Round } from "../../recording/turns/turns.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { BenchStatus } from "./bench-status.ts";
import type { Microseconds, Seconds } from "../../analysis/units.ts";
import type { RequestedLoad } from "../requested-load.ts";
import type { Words } from "../words/words.ts";

/** What `heatline bench` was asked for. */
export interface BenchOrder {
  readonly cwd: string;
  readonly command: readonly string[];
  /** Without secrets. */
  readonly shownCommand: readonly string[];
  /** Git references; undefined: see `baseOf` and `workingTree`. */
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** As asked for. Two different ones are compared on the same version. */
  readonly nodes: { readonly base: string; readonly head: string } | undefined;
  readonly kind: "load" | "startup" | "test" | "script";
  readonly load: RequestedLoad | undefined;
  /** Its URLs. */
  readonly loadTexts: readonly string[];
  readonly startsPerRound: number;
  /** Without a load, after which time each recording ends. */
  readonly durationSeconds: Seconds | undefined;
  readonly rounds: number;
  readonly fewestRounds: number;
  readonly budgetsFile: string | undefined;
  /** Command lines in place of what is found; null: none. */
  readonly install: string | null | undefined;
  readonly build: string | null | undefined;
  /** Where the runs are kept. */
  readonly out: string | undefined;
  readonly format: "text" | "markdown" | "json";
  readonly sarifFile: string | undefined;
  readonly samplingIntervalUs: Microseconds | undefined;
  readonly recorder: "exact" | "inspector";
  readonly keepSecrets: boolean;
  /** For what programs read. */
  readonly english: Words;
  readonly exitCodes: { readonly overBudget: number; readonly failedLoad: number };
}

/** A version that can be recorded. */
export interface BenchedSide extends PreparedSide {
  /** How it is called while it is recorded. */
  readonly label: string;
  /** The version of the Node that was asked for. */
  readonly wantedNode: string | undefined;
  readonly benched: Omit<BenchedVersion, "node">;
}

export async function versionsOf({ base, head, nodes }: BenchOrder, repository: Repository): Promise<Round<Version>> {
  const after = head === undefined ? await workingTree(repository) : await versionNamed(repository, head);
  // Two Nodes run the same code.
  if (nodes !== undefined && nodes.base !== nodes.head) return { base: after, head: after };
  const before = base === undefined ? await baseOf(repository, after) : await versionNamed(repository, base);
  if (before.commit === after.commit && (after.uncommitted ?? []).length === 0)
    throw new CheckoutError({
      code: "command.bench.sameCommit",
      values: { base: before.name, head: after.name, commit: after.commit.slice(0, 10) },
    });
  return { base: before, head: after };
}

/**
 * Whether there is such a program is known before anything is installed, unless a package that is not installed here may bring it. A path may be that of
 * what is built.
 */
async function checkProgram({ command: [name = ""], cwd, install }: BenchOrder, nodes: readonly SideOrder["node"][]): Promise<void> {
  if (/[/\\]|\.[cm]?[jt]s$/.test(name)) return;
  const variable = pathVariable(process.env);
  const added = nodes.flatMap((node) => (node === undefined ? [] : [path.dirname(node.nodePath)]));
  const env = { ...process.env, [variable]: [...added, process.env[variable] ?? ""].join(path.delimiter) };
  if ((await findExecutable(name, cwd, env)) !== undefined) return;
  if (install !== null && existsHere(path.join(cwd, "package.json")) && !existsHere(path.join(cwd, "node_modules"))) return;
  throw new CheckoutError({ code: name === "node" ? "app.nodeNotFound" : "app.runtimeNotFound", values: { runtime: name } });
}

/** Has both versions checked out, installed and built. Rejects with a CheckoutError that says what failed. */
export async function preparedSides(
  order: BenchOrder,
  repository: Repository,
  versions: Round<Version>,
  checkouts: Checkouts,
  status: BenchStatus,
  signal: AbortSignal,
): Promise<Round<BenchedSide>> {
  const { nodes, install, build } = order;
  const { watchdog } = checkouts;
  const onInstall = (side: string): void => status.say({ code: "command.bench.step.node", values: { side } });
  const nodeFor = async (asked: string | undefined): Promise<SideOrder["node"]> =>
    asked === undefined ? undefined : findNode(asked, { watchdog, onInstall, signal });
  const [baseNode, headNode] = [await nodeFor(nodes?.base), await nodeFor(nodes?.head)];
  await checkProgram(order, [baseNode, headNode]);
  const orders = { base: { version: versions.base, node: baseNode }, head: { version: versions.head, node: headNode } };
  status.say(sideText("base", orders.base, nodes?.base));
  status.say(sideText("head", orders.head, nodes?.head));
  const onStep = (step: "checkout" | "install" | "copy" | "build", side: string): void =>
    status.say({ code: `command.bench.step.${step}`, values: { side } });
  const prepared = await prepareSides(checkouts, repository, orders, { install, build, onStep }, signal);
  const isNodes = nodes !== undefined && nodes.base !== nodes.head;
  // A path says less than its version, unless two are of one version.
  const nodeName = (which: "base" | "head"): string => {
    const [asked, { node }] = [nodes?.[which] ?? "", orders[which]];
    return node !== undefined && isByPath(orders[which], asked) && baseNode?.nodeVersion !== headNode?.nodeVersion
      ? node.nodeVersion
      : asked;
  };
  const side = (which: "base" | "head"): BenchedSide => {
    const { version, node } = orders[which];
    return {
      ...prepared[which],
      label: nameOf(orders[which]),
      wantedNode: node?.nodeVersion,
      benched: {
        name: isNodes ? nodeName(which) : version.name,
        // What is not committed has no hash.
        commit: (version.uncommitted ?? []).length > 0 ? "" : version.commit,
        folder: prepared[which].root,
      },
    };
  };
  return { base: side("base"), head: side("head") };
}

/** A Node that was asked for by its path is named by that here alone. */
function sideText(which: "base" | "head", side: SideOrder, asked: string | undefined): CommandText {
  const files = side.version.uncommitted?.length ?? 0;
  const hash = side.version.commit.slice(0, 10);
  const commit: string | CommandText = files === 0 ? hash : { code: "command.bench.changed", values: { commit: hash, files } };
  return {
    code: which === "base" ? "command.bench.base" : "command.bench.head",
    values: { name: isByPath(side, asked) ? `${nameOf(side)}, ${asked}` : nameOf(side), commit },
  };
}

function isByPath({ node }: SideOrder, asked: string | undefined): boolean {
  return asked !== undefined && node?.nodePath === path.resolve(asked);
}
