import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * The absolute path of the first of these programs on the PATH.
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

/** The browser for the tests: `CHROME_PATH`, or a Chromium or Chrome on the PATH. @returns {string | undefined} */
export function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen && isExecutable(chosen)) return chosen;
  return findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
}

/** Has `go tool pprof`. @returns {string | undefined} */
export function findGo() {
  return findProgram("go") ?? ["/usr/local/go/bin/go"].find(isExecutable);
}

/** FlameGraph's own script, as Debian has it. @returns {string | undefined} */
export function findFlamegraph() {
  return findProgram("flamegraph.pl") ?? ["/usr/share/perl5/Devel/NYTProf/flamegraph.pl"].find(isFile);
}

/**
 * The absolute path of an installed font.
 * @param {string} name of its file
 * @returns {string | undefined}
 */
export function findFont(name) {
  const folders = ["/usr/share/fonts", "/usr/local/share/fonts", path.join(os.homedir(), ".fonts")].filter((folder) => existsSync(folder));
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => path.join(folder, String(file))))
    .find((file) => path.basename(file) === name);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return isFile(file);
  } catch {
    // accessSync reports by throwing.
    return false;
  }
}

/** @param {string} file */
function isFile(file) {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
