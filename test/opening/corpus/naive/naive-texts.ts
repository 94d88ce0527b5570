import { type NaiveStack, nameIn } from "./naive-stacks.ts";

/** `main;hash 12`. */
export function naiveCollapsed(text: string): readonly NaiveStack[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const at = line.lastIndexOf(" ");
      // Excimer's stacks but the first begin with a semicolon.
      return { frames: line.slice(0, at).replace(/^;/, "").split(";").map(nameIn), worth: Number(line.slice(at + 1)) };
    });
}

/** Blocks of a head and its frames, innermost first. The period is the number before the event, if it was printed. */
export function naivePerf(text: string): readonly NaiveStack[] {
  return text.split(/\n\s*\n/).flatMap((block) => {
    const lines = block.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const frames = lines.slice(1).map((line) =>
      nameIn(
        line
          .trim()
          .replace(/^[\da-f]+ /, "")
          .replace(/ \([^()]*(?:\([^()]*\))?[^()]*\)$/, "")
          .replace(/\+0x[\da-f]+$/, ""),
      ),
    );
    const period = /(?:\d:\s+|\d\s+)(\d+) [\w-]+:/.exec(lines[0] ?? "")?.[1];
    return frames.length === 0 ? [] : [{ frames: frames.toReversed(), worth: Number(period ?? 1) }];
  });
}

/** Lists of ticks, callers first: JavaScript has its name before a blank and its place. */
export function naiveTicks(ticks: readonly (readonly { readonly name: string; readonly type: string }[])[]): readonly NaiveStack[] {
  return ticks.map((tick) => ({
    frames: tick.length === 0 ? ["(program)"] : tick.map(({ name, type }) => (type === "JS" ? name.replace(/ ?\S+:\d+:\d+$/, "") : name)),
    worth: 1,
  }));
}

interface SpeedscopeFile {
  readonly shared: { readonly frames: readonly { readonly name: string }[] };
  readonly profiles: readonly {
    readonly type: "sampled" | "evented";
    readonly samples: readonly (readonly number[])[];
    readonly weights: readonly number[];
    readonly events: readonly { readonly type: "O" | "C"; readonly frame: number; readonly at: number }[];
  }[];
}

export function naiveSpeedscope({ shared, profiles }: SpeedscopeFile): readonly NaiveStack[] {
  const named = (stack: readonly number[]): readonly string[] => stack.map((frame) => shared.frames[frame]?.name ?? "");
  return profiles.flatMap(({ type, samples, weights, events }) => {
    if (type === "sampled") return samples.map((stack, index) => ({ frames: named(stack), worth: weights[index] ?? 0 }));
    const open: number[] = [];
    return events.flatMap((event, index) => {
      if (event.type === "O") open.push(event.frame);
      else open.pop();
      const worth = (events[index + 1]?.at ?? event.at) - event.at;
      return worth > 0 && open.length > 0 ? [{ frames: named(open), worth }] : [];
    });
  });
}
