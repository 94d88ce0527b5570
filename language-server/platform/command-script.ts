import { currentPlatform } from "./current-platform.ts";

/** A command line as `child_process.spawn` takes it. */
export interface Spawnable {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments?: true };
}

/** Characters that mean something to cmd.exe. */
const special = /[()[\]%!^"`<>&|;, *?]/g;

/**
 * Windows runs .cmd and .bat files by cmd.exe alone, as Node does since 20.12: arguments are quoted so that nothing in them is run, expanded or split. They are
 * read twice, by cmd.exe and by the script that hands them on (`%*`), as those of package managers do.
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

/** No file has a quote in its name; what stands between two per cent signs is expanded also in quotes. */
function quotedFile(file: string): string {
  return `"${file}"`.replaceAll("%", '"^%"');
}

/** As programs of Windows take their command line apart (backslashes count double before a quote), then past cmd.exe, twice. */
function quoted(argument: string): string {
  // A line break would end the command.
  const text = argument
    .replaceAll(/[\r\n]+/g, " ")
    .replaceAll(/(\\*)"/g, String.raw`$1$1\"`)
    .replace(/\\+$/, "$&$&");
  return `"${text}"`.replaceAll(special, "^$&").replaceAll(special, "^$&");
}
