import * as v from "valibot";
import { categories } from "../../language-server/analysis/costs/costs.ts";
import type { FlameTimeline } from "../../language-server/analysis/flame/flame-reduction.ts";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";

const key = v.string();
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const kind = v.picklist(categories);

const frame = v.object({
  name: v.string(),
  file: v.exactOptional(v.string()),
  line: v.exactOptional(v.number()),
  col: v.exactOptional(v.number()),
});

const profile = v.pipe(
  v.object({
    $schema: v.literal("https://www.speedscope.app/file-format-schema.json"),
    name: v.string(),
    exporter: v.string(),
    activeProfileIndex: index,
    shared: v.object({ frames: v.array(frame) }),
    profiles: v.pipe(
      v.array(
        v.object({
          type: v.literal("sampled"),
          name: v.string(),
          unit: v.literal("microseconds"),
          startValue: v.number(),
          endValue: v.number(),
          samples: v.custom<FlameTimeline["samples"]>(Array.isArray),
          weights: v.custom<FlameTimeline["weights"]>(Array.isArray),
        }),
      ),
      v.minLength(1),
    ),
  }),
  v.check((each) => each.activeProfileIndex < each.profiles.length, "activeProfileIndex is out of range"),
  v.check((each) => each.profiles.every((timeline) => isTimeline(timeline, each.shared.frames.length)), "a timeline's samples do not fit"),
);

/** What the bar above the flame graph shows. */
const filter = v.object({
  hiddenKinds: v.array(kind),
  file: v.string(),
  mergesRecursion: v.boolean(),
  /** Whether native code that JavaScript called has frames of its own. */
  showsNative: v.boolean(),
  coloursByKind: v.boolean(),
  /** Whether it is not everything. */
  isActive: v.boolean(),
  /** What is selected, and what is hidden, with its shares; "" if it is everything. */
  text: v.string(),
});

/** Extension → flame panel. */
export const toFlame = v.variant("type", [
  /**
   * Profile to show; `frame` is revealed once it is loaded. `key` identifies it and is repeated in answers. `kinds` has the kind of code of
   * each frame.
   */
  v.pipe(
    v.object({ type: v.literal("profile"), key, profile, kinds: v.array(kind), filter, frame: v.optional(index) }),
    v.check(({ profile: { shared }, kinds }) => kinds.length === shared.frames.length, "not every frame has a kind"),
  ),
  v.object({ type: v.literal("reveal"), key, frame: index }),
]);

export type ToFlame = ReadOnly<v.InferOutput<typeof toFlame>>;
export type FlameFilter = ReadOnly<v.InferOutput<typeof filter>>;

/** Checked by hand: a schema object per number would cost more than drawing. */
function isTimeline(timeline: Pick<FlameTimeline, "samples" | "weights">, frames: number): boolean {
  const { samples, weights } = timeline;
  if (samples.length !== weights.length) return false;
  for (const weight of weights) if (typeof weight !== "number" || !(weight >= 0 && weight < Infinity)) return false;
  for (const stack of samples) {
    if (!Array.isArray(stack)) return false;
    for (const row of stack as readonly unknown[])
      if (!Number.isInteger(row) || (row as number) < 0 || (row as number) >= frames) return false;
  }
  return true;
}
