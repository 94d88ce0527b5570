import type { NaiveStack } from "./naive-stacks.ts";

interface Node {
  readonly root_name: string;
  readonly self_hit_count: number;
  readonly children: readonly Node[];
}

export interface GraalvmJson {
  readonly contexts: readonly { readonly period: number; readonly profile: readonly { readonly samples: readonly Node[] }[] }[];
}

/** Code without a name of its own has one that begins with a colon. */
function stacksOf(
  { root_name: name, self_hit_count: count, children }: Node,
  callers: readonly string[],
  period: number,
): readonly NaiveStack[] {
  const frames = [...callers, name.startsWith(":") ? "" : name];
  return [{ frames, worth: count * period }, ...children.flatMap((child) => stacksOf(child, frames, period))];
}

export function naiveGraalvm({ contexts }: GraalvmJson): readonly NaiveStack[] {
  return contexts.flatMap(({ period, profile }) => profile.flatMap(({ samples }) => samples.flatMap((node) => stacksOf(node, [], period))));
}
