import { splitScriptUrl } from "../../analysis/sources/package-name.ts";
import type { Problem } from "../../analysis/profile/profile.ts";

/** A source that a script's map names and that was not found. */
export interface MissingSource {
  readonly source: string;
  /** The script whose map names it. */
  readonly script: string;
}

/** The file's name; for a dependency the whole path below node_modules, so that it is not mistaken for an own file. */
export function nameOf(url: string): string {
  const path = splitScriptUrl(url).file.replaceAll("\\", "/");
  const packages = path.lastIndexOf("/node_modules/");
  return packages < 0 ? path.slice(path.lastIndexOf("/") + 1) : path.slice(packages + "/node_modules/".length);
}

export function badMapsProblem([script = "", ...others]: readonly string[]): Problem {
  return others.length === 0
    ? { code: "sources.badMap", values: { script }, count: 1 }
    : { code: "sources.badMaps", values: { script, count: others.length }, count: 1 };
}

export function missingSourcesProblem([first, ...others]: readonly MissingSource[]): Problem {
  const { source, script } = first ?? { source: "", script: "" };
  return others.length === 0
    ? { code: "sources.missing", values: { source, script }, count: 1 }
    : { code: "sources.missingMore", values: { source, script, more: others.length }, count: 1 };
}

export function elsewhereProblem([source = "", ...others]: readonly string[]): Problem {
  return others.length === 0
    ? { code: "sources.elsewhere", values: { source }, count: 1 }
    : { code: "sources.elsewhereMore", values: { source, more: others.length }, count: 1 };
}

export function newerSourcesProblem([[source, script] = ["", ""], ...others]: readonly (readonly [string, string])[]): Problem {
  return others.length === 0
    ? { code: "sources.newer", values: { source: nameOf(source), script: nameOf(script) }, count: 1 }
    : { code: "sources.newerMore", values: { source: nameOf(source), more: others.length }, count: 1 };
}
