import { hooksFile } from "../../analysis/profile/profile.ts";

/** The used part of a `Profiler.stop` result. */
export interface RawProfile {
  readonly nodes: readonly RawNode[];
  readonly samples?: readonly number[];
}

export interface RawNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly scriptId: string; readonly url: string };
  readonly hitCount?: number;
  readonly children?: readonly number[];
}

export function isOurs({ callFrame }: RawNode): boolean {
  return callFrame.url.endsWith(hooksFile);
}

/** Hooks that only forward a call of the app: what they call belongs to the app. */
const passingOn = new Set(["watched", "counted"]);

/** For profiles that are trees of frames: what a frame of ours calls is left out with it, unless it only passes a call on. */
export function ownerOf(callFrame: RawNode["callFrame"]): "app" | "ours" | "passes" {
  if (!callFrame.url.endsWith(hooksFile)) return "app";
  return passingOn.has(callFrame.functionName) ? "passes" : "ours";
}

/**
 * Removes our hooks' frames from a profile. Time in them (before the app's first line; at its exit, until workers are released) becomes
 * idle time.
 */
export function withoutOwnFrames<Profile extends RawProfile>(profile: Profile): Profile {
  const root = profile.nodes.find(({ callFrame }) => callFrame.functionName === "(root)");
  if (root === undefined || !profile.nodes.some(isOurs)) return profile;
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const idle =
    profile.nodes.find(({ callFrame }) => callFrame.functionName === "(idle)") ??
    idleNode(1 + profile.nodes.reduce((largest, { id }) => Math.max(largest, id), 0));
  /** For each removed node, the node that gets its samples. */
  const instead = new Map<number, number>();
  const kept = new Map<number, RawNode>();
  const keep = (node: RawNode): void => {
    const children = (node.children ?? []).flatMap((id) => childrenFor(id, node.id));
    kept.set(node.id, { ...node, children });
  };
  const childrenFor = (id: number, parent: number): readonly number[] => {
    const node = byId.get(id);
    if (node === undefined) return [];
    if (!isOurs(node)) return [id];
    const passes = passingOn.has(node.callFrame.functionName);
    instead.set(id, passes ? parent : idle.id);
    if (passes) return (node.children ?? []).flatMap((child) => childrenFor(child, parent));
    dropBelow(node);
    return [];
  };
  const dropBelow = (node: RawNode): void => {
    const below = [...(node.children ?? [])];
    for (let id = below.pop(); id !== undefined; id = below.pop()) {
      instead.set(id, idle.id);
      below.push(...(byId.get(id)?.children ?? []));
    }
  };
  // V8 lists a node before its children.
  for (const node of profile.nodes) if (!instead.has(node.id)) keep(node);
  if (!kept.has(idle.id)) kept.set(root.id, { ...root, children: [...(kept.get(root.id)?.children ?? []), idle.id] }).set(idle.id, idle);
  for (const [from, to] of instead) {
    const target = kept.get(to);
    const hits = byId.get(from)?.hitCount;
    if (target !== undefined && hits !== undefined) kept.set(to, { ...target, hitCount: (target.hitCount ?? 0) + hits });
  }
  const samples = profile.samples?.map((id) => instead.get(id) ?? id);
  return { ...profile, nodes: [...kept.values()], samples };
}

function idleNode(id: number): RawNode {
  const callFrame = { functionName: "(idle)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 };
  return { id, callFrame, children: [] };
}
