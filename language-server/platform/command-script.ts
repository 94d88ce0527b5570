import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { UserError } from "../analysis/user-error.ts";
import { currentPlatform } from "./current-platform.ts";

/** A command as `child_process.spawn` takes it. */
export interface Spawnable {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments?: true };
}

/**
 * Characters that a caret protects from cmd.exe. A caret cannot protect a per cent sign, but one after it changes the name between two
 * signs to that of a variable that does not exist, and cmd.exe leaves this text unchanged.
 */
const special = /[()[\]%!^"`<>&|;, *?]|(?<=%)./gu;

/** The program of Node that a command script of npm's starts, without options or variables of its own (`@SET`). */
const nodeProgram = /^SET dp0=%~dp0[^@]*"_prog=node"[^@]*"%_prog%" +"%dp0%\\([^"]+)" +%\*/m;

/**
 * Windows runs .cmd and .bat files only through cmd.exe (as Node requires since 20.12): arguments are quoted so that nothing in them is
 * run, expanded or split. They are parsed twice: by cmd.exe and by the script that passes them on (`%*`), as those of package managers do.
 * Throws a UserError for what cannot be passed on.
 */
export function spawnable(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = currentPlatform,
): Spawnable {
  if (!isCommandScript(file, platform)) return { file, args, options: {} };
  const shim = unsafeShim(file, platform);
  const program = shim === undefined ? undefined : nodeProgram.exec(shim)?.[1];
  if (program !== undefined)
    return { file: "node", args: [path.resolve(path.dirname(file), ...program.split("\\")), ...args], options: {} };
  // At a line break the command would end.
  const broken = shim === undefined ? args.find((argument) => /[\r\n]/.test(argument)) : file;
  if (broken !== undefined) throw unsafe(file, broken);
  const line = [quotedFile(file), ...args.map(quoted)].join(" ");
  const shell = Object.entries(env).find(([name]) => name.toLowerCase() === "comspec")?.[1] ?? "cmd.exe";
  return { file: shell, args: ["/d", "/s", "/c", `"${line}"`], options: { windowsVerbatimArguments: true } };
}

/**
 * The text of a command script that npm made (cmd-shim) in a folder with & or ^ in its path, which it puts into a variable without quotes:
 * there & starts a command, and ^ is lost. Undefined for any other file.
 */
export function unsafeShim(file: string, platform: NodeJS.Platform = currentPlatform): string | undefined {
  if (!isCommandScript(file, platform) || !/[&^]/.test(path.dirname(file)) || !existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  return text.includes("\nSET dp0=%~dp0") ? text : undefined;
}

/** For what cmd.exe would change, drop or run a part of. In a message a line break would begin the remedy. */
export function unsafe(runtime: string, argument: string): UserError {
  return new UserError("app.unsafeArgument", { runtime: path.basename(runtime), argument: argument.replaceAll(/[\r\n]+/g, "↵") });
}

function isCommandScript(file: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" && /\.(cmd|bat)$/i.test(file);
}

/** A file name contains no quotes; text between two per cent signs is expanded even inside quotes. */
function quotedFile(file: string): string {
  return `"${file}"`.replaceAll("%", '"^%"');
}

/** Quotes for the command-line parsing of Windows programs (backslashes before a quote are doubled), then twice for cmd.exe. */
function quoted(argument: string): string {
  const text = argument.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/\\+$/, "$&$&");
  return `"${text}"`.replaceAll(special, "^$&").replaceAll(special, "^$&");
}
