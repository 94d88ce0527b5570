import path from "node:path";

/** Which process wrote a log, by the file's name: undefined if it came through a pipe. Undefined if the file is not a log. */
export function logOf(file: string): { readonly pid: number | undefined } | undefined {
  const name = path.basename(file);
  if (/^connection-\d+\.log$/.test(name)) return { pid: undefined };
  const pid = /^isolate-(?:0x)?[0-9A-Fa-f]+-(\d+)-.*\.log$/.exec(name)?.[1];
  return pid === undefined ? undefined : { pid: Number(pid) };
}
