import type { Random } from "./random.ts";

const junk = [
  "",
  "-1",
  "0",
  "0x0",
  "0x1",
  "0xffffffffffffffff",
  "0xfffffffffffff",
  "99999999999999999999",
  "4294967296",
  "NaN",
  "overflow",
  "+0x10",
  "-0x10",
  "C0O0I0",
  "C0O-1C0O-1",
  "F0O0I0",
  "S0x1S0x2",
  "\\x",
  "\\u12",
  "\\n",
  "~",
  "*",
  "\u0000\u0001\u00ff",
  "9007199254740993",
];

/** Damages a log as disk errors, crashes and foreign tools do. Bytes as Latin-1. */
export function mutateLog(lines: readonly string[], random: Random): string {
  const out = [...lines];
  const interesting = out.flatMap((line, at) => (/^(?:tick|code-|sfi|script)/.test(line) && line.length < 4000 ? [at] : []));
  const rounds = 1 + random.below(30);
  for (let round = 0; round < rounds; round++) {
    const at = random.next() < 0.85 ? random.of(interesting) : random.below(out.length);
    const line = out[at] ?? "";
    switch (random.below(11)) {
      case 0:
      case 1:
      case 2:
        out[at] = withField(line, random, random.of(junk));
        break;
      case 3:
        out[at] = withField(line, random, random.of((out[random.of(interesting)] ?? "").split(",")));
        break;
      case 4:
        out[at] = line.slice(0, random.below(line.length)) + (out[random.of(interesting)] ?? "");
        break;
      case 5:
        out[at] = "";
        break;
      case 6:
        out.splice(at, 0, ...Array.from({ length: random.below(200) }, () => line));
        break;
      case 7: {
        const other = random.of(interesting);
        [out[at], out[other]] = [out[other] ?? "", line];
        break;
      }
      case 8:
        out[at] = flipped(line, random);
        break;
      case 9:
        out.splice(at, random.below(random.next() < 0.1 ? out.length : 50));
        break;
      default:
        out.splice(at, 0, ...out.slice(random.below(out.length)).slice(0, random.below(100)));
    }
  }
  const text = out.join(random.next() < 0.05 ? "\r\n" : "\n");
  return random.next() < 0.2 ? text.slice(0, random.below(text.length)) : text;
}

function withField(line: string, random: Random, value: string): string {
  const fields = line.split(",");
  fields[random.below(fields.length)] = value;
  return fields.join(",");
}

function flipped(line: string, random: Random): string {
  let changed = line;
  for (let bits = 1 + random.below(8); bits > 0; bits--) {
    const at = random.below(changed.length);
    const code = (changed.charCodeAt(at) || 0) ^ (1 << random.below(8));
    changed = changed.slice(0, at) + String.fromCharCode(code & 0xff) + changed.slice(at + 1);
  }
  return changed;
}
