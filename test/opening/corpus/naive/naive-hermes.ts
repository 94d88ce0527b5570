import type { NaiveStack } from "./naive-stacks.ts";

export interface HermesJson {
  readonly samples: readonly { readonly sf: number; readonly weight: string }[];
  readonly stackFrames: Readonly<Record<string, { readonly name: string; readonly category: string; readonly parent?: number }>>;
}

/** `work(app.js:8:14)` is `work`; the code around all functions is called `global`, which has no name elsewhere. */
function nameOf({ name, category }: HermesJson["stackFrames"][string]): string {
  if (category !== "JavaScript") return name.replace(/^\[Native\] /, "");
  const called = name.slice(0, name.indexOf("("));
  return called === "global" ? "" : called;
}

/** Each sample names its innermost frame, and each frame its caller. The collector's samples are its own alone. */
export function naiveHermes({ samples, stackFrames }: HermesJson): readonly NaiveStack[] {
  return samples.map(({ sf, weight }) => {
    const frames: string[] = [];
    for (let at = stackFrames[sf]; at !== undefined && at.category !== "root"; at = stackFrames[at.parent ?? -1])
      frames.unshift(nameOf(at));
    const isCollector = frames.at(-1)?.startsWith("[GC ") === true;
    return { frames: isCollector ? ["(garbage collector)"] : frames.length === 0 ? ["(idle)"] : frames, worth: Number(weight) };
  });
}
