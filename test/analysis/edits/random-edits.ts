/** A line that keeps its identity through edits: the reference for checking a mapping. */
export interface TrackedLine {
  readonly id: number;
  readonly text: string;
  /** Id of the line that this is a copy of. */
  readonly copyOf?: number;
}

export interface EditedText {
  readonly ran: readonly TrackedLine[];
  readonly now: readonly TrackedLine[];
  /** The edits made, for failure messages. */
  readonly steps: readonly string[];
}

/** Mulberry32: the same seed gives the same numbers on every machine. */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A program of functions that share many lines, and one to five typical edits. */
export function randomEdits(seed: number): EditedText {
  const random = randomOf(seed);
  const below = (end: number): number => Math.floor(random() * end);
  let id = 0;
  const line = (text: string): TrackedLine => ({ id: id++, text });
  let word = 0;
  /** A statement: some recur often, others are unique. */
  const statement = (): string => {
    const common = ["  i++;", "  return sum;", "  sum += i;", "", "  if (i > 3) {", "  }", "  log();", "  const list = [];"];
    return random() < 0.5 ? (common[below(common.length)] as string) : `  const ${name()} = ${name()}(${name()}, ${below(100)});`;
  };
  const name = (): string => `${["user", "order", "price", "total", "item", "page"][below(6)]}${word++}`;
  const block = (): TrackedLine[] => [
    line(`function ${name()}(${random() < 0.5 ? "i" : name()}) {`),
    ...Array.from({ length: 1 + below(8) }, () => line(statement())),
    line("}"),
    line(""),
  ];
  const ran = Array.from({ length: 2 + below(5) }, block).flat();
  let now = [...ran];
  const steps: string[] = [];
  const part = (): [number, number] => {
    const start = below(now.length);
    return [start, Math.min(now.length, start + 1 + below(random() < 0.7 ? 3 : 12))];
  };
  /** The block that contains a line, from its header to the next empty line. */
  const wholeBlock = (): [number, number] => {
    let start = below(now.length);
    while (start > 0 && now[start]?.text.startsWith("function") !== true) start -= 1;
    let end = start + 1;
    while (end < now.length && now[end]?.text.startsWith("function") !== true) end += 1;
    return [start, end];
  };
  const copies = (lines: readonly TrackedLine[]): TrackedLine[] =>
    lines.map(({ text, id: copied, copyOf }) => ({ ...line(text), copyOf: copyOf ?? copied }));
  const edits: readonly (() => string)[] = [
    () => {
      const at = below(now.length + 1);
      const lines = Array.from({ length: 1 + below(random() < 0.8 ? 4 : 50) }, () => line(statement()));
      now.splice(at, 0, ...lines);
      return `insert ${lines.length} at ${at + 1}`;
    },
    () => {
      const [start, end] = part();
      now.splice(start, end - start);
      return `delete ${start + 1} to ${end}`;
    },
    () => {
      const at = below(now.length);
      const old = now[at] as TrackedLine;
      now[at] = { ...old, text: old.text.trim() === "" ? old.text : old.text.replace(/(\w)(\W*)$/, "$1Changed$2") };
      return `reword ${at + 1}`;
    },
    () => {
      const at = below(now.length);
      now.splice(at, 1, line(`  await ${name()}.${name()}("${name()}");`));
      return `replace ${at + 1}`;
    },
    () => {
      const [start, end] = part();
      now = now.map((each, index) => (index >= start && index < end ? { ...each, text: `  ${each.text}` } : each));
      return `indent ${start + 1} to ${end}`;
    },
    () => {
      const [start, end] = wholeBlock();
      const [to] = wholeBlock();
      const [header, ...body] = copies(now.slice(start, end)) as [TrackedLine, ...TrackedLine[]];
      now.splice(to, 0, { ...header, text: header.text.replace(/^(\s*)function \w+/, `$1function ${name()}`) }, ...body);
      return `copy block ${start + 1} to ${end} before ${to + 1}`;
    },
    () => {
      const [start, end] = wholeBlock();
      const moved = now.splice(start, end - start);
      let to = now.length === 0 ? 0 : below(now.length);
      while (to > 0 && now[to]?.text.startsWith("function") !== true) to -= 1;
      now.splice(to, 0, ...moved);
      return `move block ${start + 1} to ${end} before ${to + 1}`;
    },
    () => {
      const at = below(now.length);
      now.splice(at, 0, ...copies(now.slice(at, at + 1)));
      return `duplicate ${at + 1}`;
    },
    () => {
      const [start, end] = wholeBlock();
      now.splice(start, end - start);
      return `delete block ${start + 1} to ${end}`;
    },
  ];
  for (let count = 1 + below(5); count > 0 && now.length > 0; count--) steps.push((edits[below(edits.length)] as () => string)());
  return { ran, now, steps };
}

/** The line's current number, 0 if deleted. A copy replaces a line that was deleted after copying: that is how people move text. */
export function placesNow({ now }: EditedText, { id }: TrackedLine): readonly number[] {
  const own = now.findIndex((line) => line.id === id);
  if (own !== -1) return [own + 1];
  const copies = now.flatMap(({ copyOf }, index) => (copyOf === id ? [index + 1] : []));
  return copies.length === 0 ? [0] : copies;
}

export function textOf(lines: readonly TrackedLine[]): string {
  return lines.map(({ text }) => text).join("\n");
}
