import type { Random } from "./random.ts";

const junk: readonly (readonly number[])[] = [
  [0],
  [0xff],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x12, 0x00],
  [0x0a, 0xff, 0xff, 0x03],
];

/** Nothing is doubled beyond it. */
const longest = 1_000_000;

/** Damages bytes: flips, drops, doubles, moves and cuts pieces. `cuts`: where their parts begin; pieces then often are whole parts. */
export function mutateBytes(bytes: Uint8Array, random: Random, cuts: readonly number[] = []): Uint8Array {
  let out = [...bytes];
  const edge = (): number => (cuts.length > 0 && random.next() < 0.6 ? random.of(cuts) : random.below(out.length));
  const piece = (): readonly [number, number] => {
    const from = edge();
    const to = cuts.length > 0 && random.next() < 0.6 ? (cuts.find((cut) => cut > from) ?? out.length) : from + random.below(40);
    return [from, Math.max(from, to)];
  };
  for (let round = random.below(12); round >= 0; round--) {
    const [from, to] = piece();
    switch (random.below(6)) {
      case 0:
        out[from] = ((out[from] ?? 0) ^ (1 << random.below(8))) & 0xff;
        break;
      case 1:
        out.splice(from, to - from);
        break;
      case 2: {
        const part = out.slice(from, to);
        const at = edge();
        const copies = Math.max(0, Math.min(1 + random.below(30), Math.floor((longest - out.length) / (part.length || 1))));
        out = [...out.slice(0, at), ...Array.from({ length: copies }, () => part).flat(), ...out.slice(at)];
        break;
      }
      case 3:
        out.splice(from, random.below(4), ...random.of(junk));
        break;
      case 4: {
        const part = out.splice(from, to - from);
        const at = edge();
        // Too many to be arguments.
        out = [...out.slice(0, at), ...part, ...out.slice(at)];
        break;
      }
      default:
        out[from] = random.below(256);
    }
  }
  return Uint8Array.from(random.next() < 0.1 ? out.slice(0, random.below(out.length)) : out);
}

/** Where the fields of a protocol buffer's top level begin. */
export function fieldCuts(bytes: Uint8Array): readonly number[] {
  const cuts: number[] = [];
  let at = 0;
  const varint = (): number => {
    let [value, scale] = [0, 1];
    for (; (bytes[at] ?? 0) > 127; at++, scale *= 128) value += ((bytes[at] ?? 0) - 128) * scale;
    return value + (bytes[at++] ?? 0) * scale;
  };
  while (at < bytes.length) {
    cuts.push(at);
    const wire = varint() % 8;
    const length = varint();
    if (wire === 2) at += length;
  }
  return cuts;
}
