import { functionTree } from "../flame/flame-tree.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";

const idle = functionKinds.indexOf("idle");

/**
 * Busy samples as flamegraph.pl and its kin read them: `main (app.js:1);hash (util.js:3) 42`, callers first, one line per stack, in the order
 * in which the stacks first occur. Several threads stand under a frame of their name each.
 */
export function exportCollapsed(profile: SourceProfile): string {
  const label = profile.functions.name.map((_, func) => frameText(profile, func));
  const lines = profile.threads.flatMap((thread) => {
    const root = profile.threads.length > 1 ? [clean(thread.name)] : [];
    return threadLines(thread, profile, root, label);
  });
  return lines.map((line) => `${line}\n`).join("");
}

function threadLines(
  thread: SourceThread,
  { functions }: SourceProfile,
  root: readonly string[],
  label: readonly string[],
): readonly string[] {
  const samples = thread.samples.stack.filter((row) => row !== -1 && functions.kind[thread.stacks.func[row] as number] !== idle);
  const tree = functionTree(thread, samples);
  const self = new Float64Array(tree.func.length);
  for (const row of samples) self[tree.nodeOf[row] as number] = (self[tree.nodeOf[row] as number] as number) + 1;
  const lines: string[] = [];
  self.forEach((ticks, node) => {
    if (ticks === 0) return;
    const stack: string[] = [];
    for (let at = node; at !== -1; at = tree.parent[at] as number) stack.push(label[tree.func[at] as number] as string);
    lines.push(`${[...root, ...stack.reverse()].join(";")} ${ticks}`);
  });
  return lines;
}

function frameText({ functions, sources }: SourceProfile, func: number): string {
  const path = sources[functions.source[func] as number]?.path;
  const name = clean(functions.shownName(func));
  if (path === undefined) return name;
  const line = functions.line[func] as number;
  return line === 0 ? `${name} (${clean(path)})` : `${name} (${clean(path)}:${line})`;
}

/** `;` and line ends part the format's own fields. */
function clean(text: string): string {
  return text.replaceAll(/[;\r\n]+/g, ":");
}
