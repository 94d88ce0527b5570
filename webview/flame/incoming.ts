import * as v from "valibot";
import { categories } from "../../language-server/analysis/costs/costs.ts";
import type { FlameTimeline } from "../../language-server/analysis/flame/flame-reduction.ts";
import type { ToFlame } from "../messages.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

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
    activeProfileIndex: count,
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

const kind = v.picklist(categories);

const filter = v.object({
  hiddenKinds: v.array(kind),
  file: v.string(),
  mergesRecursion: v.boolean(),
  coloursByKind: v.boolean(),
  isActive: v.boolean(),
  text: v.string(),
});

/** Schema of the messages that the flame panel accepts; messages.ts explains them. */
export const toFlame: v.GenericSchema<unknown, ToFlame> = v.variant("type", [
  v.pipe(
    v.object({ type: v.literal("profile"), key: v.string(), profile, kinds: v.array(kind), filter, frame: v.optional(count) }),
    v.check(({ profile: { shared }, kinds }) => kinds.length === shared.frames.length, "not every frame has a kind"),
  ),
  v.object({ type: v.literal("reveal"), key: v.string(), frame: count }),
]);

/** Checked by hand: a schema object per number would cost more than drawing. */
function isTimeline(timeline: FlameTimeline, frames: number): boolean {
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
