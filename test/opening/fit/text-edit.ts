/** A line of an edited text, with its number in the text that ran; undefined for an added one. */
interface EditedLine {
  readonly text: string;
  readonly ran: number | undefined;
}

/** A text after an edit, which itself says where each line went. Knows nothing of the language but how these programs are laid out. */
export interface EditedText {
  readonly text: string;
  /** New line of each line that ran; undefined for removed ones. */
  readonly now: ReadonlyMap<number, number>;
  /** Lines that ran of blocks whose own text was changed or removed. */
  readonly edited: ReadonlySet<number>;
}

/** A function, class or call of several lines at the left margin, with the comment before and the empty line behind it. */
type Block = readonly EditedLine[];

export const editKinds = ["insert", "delete", "rename", "reorder", "lengthen"] as const;
export type EditKind = (typeof editKinds)[number];

/** How many of a program's blocks can be edited in this way. */
export function editsOf(text: string, kind: EditKind): number {
  return targets(blocksOf(text), kind).length;
}

/** The text after the edit of one of its blocks. */
export function edited(text: string, kind: EditKind, choice: number): EditedText {
  const blocks = blocksOf(text);
  const target = targets(blocks, kind)[choice] as number;
  const block = blocks[target] as Block;
  switch (kind) {
    case "insert":
      return editedText([...blocks.slice(0, target), added(...addition), ...blocks.slice(target)], []);
    case "delete":
      return editedText(blocks.toSpliced(target, 1), [block]);
    case "rename": {
      const name = new RegExp(`\\b${nameOf(block)}\\b`, "g");
      return editedText(
        blocks.map((each) => each.map((line) => ({ ...line, text: line.text.replaceAll(name, "calledAnew") }))),
        [block],
      );
    }
    case "reorder":
      return editedText(blocks.toSpliced(target, 2, blocks[target + 1] as Block, block), []);
    case "lengthen": {
      const head = block.findIndex((line) => isHead(line.text)) + 1;
      return editedText(blocks.toSpliced(target, 1, [...block.slice(0, head), ...added(...extension), ...block.slice(head)]), [block]);
    }
  }
}

const addition = [
  "// Added since.",
  "function addedSince(value) {",
  "  if (value > 3) {",
  "    return value * 2;",
  "  }",
  "  return 1;",
  "}",
  "",
];
const extension = ["  // Checked since.", "  if (globalThis.added === 1) {", "    globalThis.added = 2;", "  }"];

/** Programs end with what runs them, which is never edited: only the functions around a place show that it moved. */
function targets(blocks: readonly Block[], kind: EditKind): readonly number[] {
  const editable = [...blocks.keys()].filter((index) => blocks[index]?.some((line) => isHead(line.text)));
  const last = editable.at(-1) as number;
  switch (kind) {
    case "insert":
      return editable;
    case "delete":
      return editable.slice(0, -1);
    case "rename":
      return editable.filter((index) => index !== last && nameOf(blocks[index] as Block) !== "");
    case "reorder":
      return editable.filter((index) => editable.includes(index + 1));
    case "lengthen":
      return editable.filter(
        (index) => index !== last && !/\bclass\b|\binterface\b|= \{$/.test(blocks[index]?.map(({ text }) => text).find(isHead) ?? ""),
      );
  }
}

function blocksOf(text: string): Block[] {
  const blocks: EditedLine[][] = [[]];
  let isOpen = false;
  text.split("\n").forEach((line, index) => {
    const isNew = !isOpen && (isHead(line) || line.startsWith("/*") || line === "");
    if (isNew && line !== "" && blocks.at(-1)?.at(-1)?.text === "") blocks.push([]);
    if (isHead(line)) isOpen = true;
    blocks.at(-1)?.push({ text: line, ran: index + 1 });
    if (/^[})\]]/.test(line) && !/[{(]$/.test(line)) isOpen = false;
  });
  return blocks;
}

/** The first line of a declaration or call of several lines; not of a loop. */
function isHead(line: string): boolean {
  return /^(?!for\b|if\b|while\b)\w.*[{(]$/.test(line) || /^const \w+ = \(.*=>$/.test(line);
}

function nameOf(block: Block): string {
  const head = block.map(({ text }) => text).find(isHead) ?? "";
  return (
    /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+) = \()/
      .exec(head)
      ?.slice(1)
      .find((name) => name !== undefined) ?? ""
  );
}

function added(...lines: readonly string[]): Block {
  return lines.map((text) => ({ text, ran: undefined }));
}

function editedText(blocks: readonly Block[], changed: readonly Block[]): EditedText {
  const lines = blocks.flat();
  const now = new Map(lines.flatMap(({ ran }, index) => (ran === undefined ? [] : [[ran, index + 1]])));
  const ofChanged = changed.flat().flatMap(({ ran }) => ran ?? []);
  return { text: lines.map(({ text }) => text).join("\n"), now, edited: new Set(ofChanged) };
}
