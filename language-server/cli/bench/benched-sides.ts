import type { BenchedVersion } from "../../answers/bench/bench-answer.ts";
import type { Checkouts } from "../../recording/checkouts/checkouts.ts";
import { findNode } from "../../recording/checkouts/found-node.ts";
import { nameOf, type PreparedSide, prepareSides, type SideOrder } from "../../recording/checkouts/prepared.ts";
import { baseOf, type Repository, type Version, versionNamed, workingTree } from "../../recording/checkouts/repository.ts";
import type { Round } from "../../recording/turns/turns.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { BenchOrder } from "./bench-order.ts";
import type { BenchStatus } from "./bench-status.ts";

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
  return { base: base === undefined ? await baseOf(repository, after) : await versionNamed(repository, base), head: after };
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
  const orders = { base: { version: versions.base, node: baseNode }, head: { version: versions.head, node: headNode } };
  status.say(sideText("base", orders.base));
  status.say(sideText("head", orders.head));
  const onStep = (step: "checkout" | "install" | "copy" | "build", side: string): void =>
    status.say({ code: `command.bench.step.${step}`, values: { side } });
  const prepared = await prepareSides(checkouts, repository, orders, { install, build, onStep }, signal);
  const isNodes = nodes !== undefined && nodes.base !== nodes.head;
  const side = (which: "base" | "head"): BenchedSide => {
    const { version, node } = orders[which];
    return {
      ...prepared[which],
      label: nameOf(orders[which]),
      wantedNode: node?.nodeVersion,
      benched: {
        name: isNodes ? nodes[which] : version.name,
        // What is not committed has no hash.
        commit: (version.uncommitted ?? []).length > 0 ? "" : version.commit,
        folder: prepared[which].root,
      },
    };
  };
  return { base: side("base"), head: side("head") };
}

function sideText(which: "base" | "head", side: SideOrder): CommandText {
  const files = side.version.uncommitted?.length ?? 0;
  const hash = side.version.commit.slice(0, 10);
  const commit: string | CommandText = files === 0 ? hash : { code: "command.bench.changed", values: { commit: hash, files } };
  return { code: which === "base" ? "command.bench.base" : "command.bench.head", values: { name: nameOf(side), commit } };
}
