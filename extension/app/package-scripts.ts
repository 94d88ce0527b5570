import * as v from "valibot";

/** A script that a row of VS Code's NPM Scripts view, or our lens in package.json, stands for. */
export interface NamedScript {
  /** Absolute path of the folder with the package.json. */
  readonly folder: string;
  /** Undefined: any script of the package. */
  readonly script?: string | undefined;
  /** Its commands (`bin`) are meant, not its scripts. */
  readonly isCommand?: boolean | undefined;
}

const lensArgument = v.object({ folder: v.string(), script: v.optional(v.string()), isCommand: v.optional(v.boolean()) });

/** What VS Code's npm extension passes: a row with the task that it would run. */
const viewItem = v.object({
  task: v.object({
    definition: v.object({ script: v.string(), path: v.optional(v.string(), "") }),
    scope: v.object({ uri: v.object({ fsPath: v.string() }) }),
  }),
});

/** Undefined for anything else. */
export function namedScript(argument: unknown): NamedScript | undefined {
  const ours = v.safeParse(lensArgument, argument);
  if (ours.success) return ours.output;
  const row = v.safeParse(viewItem, argument);
  if (!row.success) return undefined;
  const { definition, scope } = row.output.task;
  const inside = definition.path.replaceAll("\\", "/").replace(/^\/+|\/+$/g, "");
  return { folder: inside === "" ? scope.uri.fsPath : `${scope.uri.fsPath}/${inside}`, script: definition.script };
}

/** 0-based line of `"scripts"` in the text of a package.json; undefined if it has no script or is not valid JSON. */
export function scriptsLine(text: string): number | undefined {
  const parsed = v.safeParse(v.object({ scripts: v.record(v.string(), v.unknown()) }), jsonOf(text));
  if (!parsed.success || !Object.values(parsed.output.scripts).some((command) => typeof command === "string")) return undefined;
  return lineOf(/"scripts"\s*:\s*\{/, text);
}

/** The same for `"bin"`, which names the commands of a package. */
export function binLine(text: string): number | undefined {
  const parsed = v.safeParse(v.object({ bin: v.union([v.string(), v.record(v.string(), v.string())]) }), jsonOf(text));
  return parsed.success && Object.keys(parsed.output.bin).length > 0 ? lineOf(/"bin"\s*:\s*["{]/, text) : undefined;
}

function lineOf(key: RegExp, text: string): number | undefined {
  const found = key.exec(text);
  return found === null ? undefined : text.slice(0, found.index).split("\n").length - 1;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
