import { currentPlatform } from "./current-platform.ts";

/** What a package manager does to the arguments of a script before it gives them to cmd.exe. */
export type ScriptQuoting =
  /** A caret before each special character: npm. */
  | "carets"
  /** Carets, but once where a command script reads twice: Yarn. */
  | "few-carets"
  /** Quotes alone: pnpm. */
  | "quotes";

/** Variables that cmd.exe has without an environment; npm and pnpm add theirs, with this prefix. */
const ownVariables = /^(?:cd|cmdcmdline|cmdextversion|date|errorlevel|random|time|npm_.*)$/i;

/**
 * The first argument of which cmd.exe would replace or run a part when a package manager gives it to a script; undefined if each arrives as
 * it is. Only on Windows.
 */
export function unsafeScriptArgument(
  quoting: ScriptQuoting,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = currentPlatform,
): string | undefined {
  if (platform !== "win32") return undefined;
  const expanded = args.find((arg) => isExpanded(quoting, arg, env));
  return expanded ?? (quoting === "carets" ? undefined : openArgument(args));
}

/**
 * Whether `%NAME%` or `%NAME:a=b%` is that of a variable. A caret before the second sign makes the former another name, but becomes a part
 * of what the latter puts in place.
 */
function isExpanded(quoting: ScriptQuoting, arg: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const names = new Set(Object.keys(env).map((name) => name.toLowerCase()));
  return arg.split("%").some((text, index, parts) => {
    if (index === 0 || index === parts.length - 1) return false;
    const [name = "", ...how] = text.split(":");
    const isReplaced = quoting === "quotes" || /^~|^.*=/.test(how.join(":"));
    return isReplaced && (how.length === 0 || how.join("") !== "") && (names.has(name.toLowerCase()) || ownVariables.test(name));
  });
}

/** cmd.exe takes each quote in an argument for the end of its quotes, after which an operator starts a command. */
function openArgument(args: readonly string[]): string | undefined {
  let isQuoted = false;
  return args.find((arg) =>
    Array.from(`"${arg}"`).some((char) => {
      if (char === '"') isQuoted = !isQuoted;
      return !isQuoted && /[&|<>^]/.test(char);
    }),
  );
}
