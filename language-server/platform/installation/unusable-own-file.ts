import path from "node:path";

/**
 * The file of ours which an error says is missing or damaged, as while Heatline is updated; undefined for any other error. `folder` has our
 * bundles.
 */
export function unusableOwnFile(error: unknown, folder: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path: file = "", message, stack = "" } = error as NodeJS.ErrnoException;
  // V8 names the file above the line that it cannot read.
  if (error instanceof SyntaxError) return ownFile(/^(.*):\d+\n/.exec(stack)?.[1] ?? "", folder);
  if (code === "ENOENT") return ownFile(file, folder);
  const wanted = code?.endsWith("MODULE_NOT_FOUND") === true ? /^Cannot find module '(.+?)'/.exec(message)?.[1] : undefined;
  return wanted === undefined || !/^[./]|^\w:/.test(wanted) ? undefined : ownFile(path.resolve(folder, wanted), folder);
}

function ownFile(file: string, folder: string): string | undefined {
  return file.startsWith(folder + path.sep) ? file : undefined;
}
