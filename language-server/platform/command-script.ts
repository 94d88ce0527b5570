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

/**
 * Windows runs .cmd and .bat files only through cmd.exe (as Node requires since 20.12): arguments are quoted so that nothing in them is
 * run, expanded or split. They are parsed twice: by cmd.exe and by the script that passes them on (`%*`), as those of package managers do.
 */
export function spawnable(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = currentPlatform,
): Spawnable {
  if (!isCommandScript(file, platform)) return { file, args, options: {} };
  const line = [quotedFile(file), ...args.map(quoted)].join(" ");
  const shell = Object.entries(env).find(([name]) => name.toLowerCase() === "comspec")?.[1] ?? "cmd.exe";
  return { file: shell, args: ["/d", "/s", "/c", `"${line}"`], options: { windowsVerbatimArguments: true } };
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
  // A line break would end the command.
  const text = argument
    .replaceAll(/[\r\n]+/g, " ")
    .replaceAll(/(\\*)"/g, String.raw`$1$1\"`)
    .replace(/\\+$/, "$&$&");
  return `"${text}"`.replaceAll(special, "^$&").replaceAll(special, "^$&");
}
