import type { Random } from "./random.ts";

const junk: readonly unknown[] = [null, -1, 0, 0.5, 1e300, -1e300, 2 ** 31, 2 ** 53, "", "x", "2", [], {}, true, "__proto__"];

interface Slot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Damages parsed JSON: swaps, duplicates, drops and misplaces values. Returns a copy. */
export function mutateJson(value: unknown, random: Random): unknown {
  const copy: unknown = structuredClone(value);
  const root: Record<string, unknown> = { copy };
  const slots: Slot[] = [];
  collect(root, slots);
  for (let round = random.below(20); round >= 0; round--) {
    const { holder, key } = random.of(slots);
    const other = random.of(slots);
    switch (random.below(6)) {
      case 0:
        holder[key] = random.of(junk);
        break;
      case 1:
        delete holder[key];
        break;
      case 2:
        // From here on a part may contain itself; convert back to what JSON can represent.
        if (typeof other.holder[other.key] !== "object") holder[key] = other.holder[other.key];
        break;
      case 3:
        if (typeof holder[key] === "number") holder[key] *= random.of([-1, 0, 2, 1e6, 1e300]);
        break;
      case 4: {
        const list = holder[key];
        if (Array.isArray(list) && list.length > 0) for (let more = random.below(50); more > 0; more--) list.push(random.of(list));
        break;
      }
      default: {
        const list = holder[key];
        if (Array.isArray(list)) list.splice(random.below(list.length), random.below(20));
      }
    }
  }
  return root["copy"];
}

const mostSlots = 400_000;

function collect(holder: Record<string, unknown>, slots: Slot[]): void {
  for (const [key, value] of Object.entries(holder)) {
    if (slots.length > mostSlots) return;
    slots.push({ holder, key });
    if (typeof value === "object" && value !== null) collect(value as Record<string, unknown>, slots);
  }
}
