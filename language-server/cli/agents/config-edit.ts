/** How a client starts the server; other keys, such as `env`, are the user's. */
export interface ServerEntry {
  readonly type?: "stdio";
  readonly command: string;
  readonly args: readonly string[];
}

export const entryName = "heatline";

export interface ConfigEdit {
  /** What the file is to hold; undefined if it is not to be there. */
  readonly text: string | undefined;
  /** `replaced`: an entry of the same name that starts something else. */
  readonly change: "added" | "replaced" | "removed" | "none";
  /** The entry that is taken out. */
  readonly removed?: unknown;
}

/** A client's way to write its servers down. Both throw a SetupProblem that names the file. */
export interface ConfigFormat {
  readonly add: (text: string | undefined, entry: ServerEntry, file: string) => ConfigEdit;
  /** Takes the entry out; what `add` made of a text becomes that text again, byte for byte. */
  readonly remove: (text: string, file: string) => ConfigEdit;
}

type Value = Readonly<Record<string, unknown>>;

/** Whether an entry starts the same, whatever else it says. */
export function isSame(existing: Value, entry: ServerEntry): boolean {
  return Object.entries(entry).every(([key, value]) => key === "type" || JSON.stringify(existing[key]) === JSON.stringify(value));
}

/** Whether `serverEntry` of this installation or another one wrote it, whatever the user added to it since. */
export function isOurs(entry: unknown): boolean {
  if (!isValue(entry) || !Array.isArray(entry["args"])) return false;
  const [first, second] = entry["args"] as readonly unknown[];
  return (first === "mcp" && nameOf(entry["command"]) === "heatline") || (second === "mcp" && nameOf(first) === "heatline.js");
}

/** The last part of a path of any system. */
function nameOf(file: unknown): string | undefined {
  return typeof file === "string" ? file.split(/[\\/]/).at(-1) : undefined;
}

/** The entry in place of another one, with what the user added to that; nothing of a server that is not started by a command. */
export function entryInPlaceOf(existing: Value, entry: ServerEntry): Value {
  return typeof existing["command"] === "string" ? { ...existing, ...entry } : { ...entry };
}

export function isValue(value: unknown): value is Value {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
