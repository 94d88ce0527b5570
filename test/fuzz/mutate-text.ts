import type { Random } from "./random.ts";

const junk = [
  "",
  "A",
  "g",
  "/",
  "//",
  ";",
  ",",
  "\\",
  '"',
  "[",
  "}",
  "{",
  ":",
  " ",
  "\n",
  "\r\n",
  "\u0000",
  "\\ud800",
  "é",
  "-",
  "1e999",
  "0x",
  "null",
];

/** Of one repeated line: a text of one line, such as a source map, could otherwise grow by 40 in each of ten rounds. */
const mostCharacters = 8_000_000;

/** Damages text as a bad disk or a foreign tool does: characters, and whole pieces between its separators. */
export function mutateText(text: string, random: Random, separator = "\n"): string {
  let out = text;
  for (let round = random.below(10); round >= 0; round--) {
    const at = random.below(out.length);
    switch (random.below(4)) {
      case 0:
        out = out.slice(0, at) + random.of(junk) + out.slice(at + random.below(4));
        break;
      case 1: {
        const other = random.below(out.length);
        out = out.slice(0, at) + out.slice(other, other + random.below(200)) + out.slice(at);
        break;
      }
      case 2: {
        const from = out.lastIndexOf(separator, at) + 1;
        const to = out.indexOf(separator, at) + 1 || out.length;
        const line = out.slice(from, to);
        const most = Math.floor(mostCharacters / Math.max(line.length, 1));
        out = out.slice(0, from) + line.repeat(Math.min(random.below(40), most)) + out.slice(to);
        break;
      }
      default:
        out = out.slice(0, at) + out.slice(at + random.below(100));
    }
  }
  return random.next() < 0.1 ? out.slice(0, random.below(out.length)) : out;
}
