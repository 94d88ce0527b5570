import { readdir } from "node:fs/promises";
import path from "node:path";
import { staleSources } from "../../analysis/builds/stale-sources.ts";
import { type BuiltScript, builtScripts, isTestFile } from "./built-scripts.ts";
import { type BuildCommand, buildCommands } from "./build-command.ts";
import { compiledDigests, compilerNotes, newestOutput, sourcesNow } from "./build-times.ts";
import { existsHere } from "../regular-file.ts";
import { isOutputName, packageCode, packageHome } from "./package-code.ts";
import { type MappedSource, sourcesOfScript } from "./script-sources.ts";
import { ifRefused } from "../../platform/refusals.ts";
import { madeOnce } from "../../analysis/collections.ts";

/** What runs is older than its source. Names of folders end with a slash and start from where the app runs. */
export interface StaleBuild {
  /** `dist/` */
  readonly output: string;
  /** `src/` */
  readonly source: string;
  /** Absolute paths of the sources that changed; at least one. */
  readonly changed: readonly string[];
  /** What builds it, one after the other; empty if that is not known. */
  readonly commands: readonly BuildCommand[];
}

/** One package's share of what runs. */
interface Package {
  readonly home: string;
  readonly scripts: BuiltScript[];
}

interface Stale extends Omit<StaleBuild, "commands"> {
  readonly home: string;
}

/** Written when a build of Next.js is complete; it has no maps of its server's code, or few. */
const nextNotes = ["BUILD_ID", "required-server-files.json", "prerender-manifest.json", "routes-manifest.json"];

/**
 * Whether what runs is older than its source. `entries`: absolute paths of the scripts that the app's processes start with, or `BUILD_ID` of
 * a build of Next.js. `folder`: where the app runs. Reads files alone.
 */
export async function findStaleBuild(entries: readonly string[], folder: string): Promise<StaleBuild | undefined> {
  const found: (Stale | undefined)[] = [];
  const nextBuilds = new Set(entries.map(nextBuildOf).filter((build) => build !== undefined));
  const files = entries.filter((entry) => nextBuildOf(entry) === undefined);
  for (const build of nextBuilds) found.push(await staleNext(path.dirname(build)));
  const packages = new Map<string, Package>();
  for (const script of await builtScripts(files)) {
    const home = await packageHome(script.file);
    madeOnce(packages, home, () => ({ home, scripts: [] })).scripts.push(script);
  }
  for (const each of packages.values()) found.push(await stalePackage(each));
  const stale = found.filter((each) => each !== undefined);
  const [first] = stale;
  if (first === undefined) return undefined;
  return {
    output: shown(first.output, folder),
    source: shown(first.source, folder),
    changed: stale.flatMap(({ changed }) => changed),
    commands: await buildCommands(
      stale.map(({ home }) => home),
      folder,
    ),
  };
}

/** Of `BUILD_ID`, or of a script in the part of a build that is copied to servers. */
function nextBuildOf(entry: string): string | undefined {
  if (path.basename(entry) === "BUILD_ID") return entry;
  const [, folder] = /^(.*[\\/]\.next)[\\/]standalone[\\/]/.exec(entry) ?? [];
  return folder === undefined ? undefined : path.join(folder, "BUILD_ID");
}

async function stalePackage({ home, scripts }: Package): Promise<Stale | undefined> {
  const sources = new Map<string, MappedSource>();
  const outputs: string[] = [];
  const waiting = [...scripts];
  for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
    const found = await sourcesOfScript(script, [home]);
    if (found === undefined || found.length === 0) continue;
    outputs.push(script.file);
    for (const source of found) {
      const known = sources.get(source.file);
      if (known?.built === undefined) sources.set(source.file, source);
      // A bundler's source may be what a compiler wrote.
      if (known === undefined && existsHere(`${source.file}.map`)) waiting.push({ file: source.file, text: "" });
    }
  }
  if (sources.size === 0) return await staleWithoutMaps(home, scripts);
  const folder = commonFolder(outputs);
  const output = folder === home || home.startsWith(`${folder}${path.sep}`) ? undefined : folder;
  const changed = await changedOf([...sources.values()], home, output, outputs);
  if (changed.length === 0) return undefined;
  const [top = ""] = path.relative(home, folder).split(path.sep);
  const named = isOutputName(top) ? path.join(home, top) : output;
  return { home, output: named ?? outputs[0] ?? home, source: sourceFolder([...sources.keys()], changed, home), changed };
}

async function changedOf(
  sources: readonly MappedSource[],
  home: string,
  output: string | undefined,
  outputs: readonly string[],
): Promise<readonly string[]> {
  const notes = await compilerNotes(home, output);
  const digests = await compiledDigests(notes);
  const now = await sourcesNow(sources, digests);
  const newestMs = await newestOutput(output, output === undefined ? outputs.flatMap((file) => [file, `${file}.map`]) : [], notes);
  return staleSources({ newestMs, sources: now });
}

/** A folder for builds, in a package that has something to build it with: all of the package's code is its source. */
async function staleWithoutMaps(home: string, scripts: readonly BuiltScript[]): Promise<Stale | undefined> {
  const top = (file: string): string => path.relative(home, file).split(path.sep)[0] ?? "";
  const output = scripts.map(({ file }) => top(file)).find(isOutputName);
  // One that is loaded by code beside it may be code as well: `build/settings.js`.
  if (output === undefined || scripts.filter(({ file }) => top(file) === output).length * 2 < scripts.length) return undefined;
  if ((await buildCommands([home], home)).length === 0) return undefined;
  const code = await packageCode(home);
  const changed = await changedOf(
    code.map((file) => ({ file, built: undefined })),
    home,
    path.join(home, output),
    [],
  );
  if (changed.length === 0) return undefined;
  return { home, output: path.join(home, output), source: sourceFolder(changed, changed, home), changed };
}

/** `.next`: maps where it has some, else by the time at which the build was complete. */
async function staleNext(output: string): Promise<Stale | undefined> {
  const home = path.dirname(output);
  const newestMs = await newestOutput(
    undefined,
    nextNotes.map((name) => path.join(output, name)),
    [],
  );
  if (newestMs === 0) return undefined;
  const scripts = await builtScripts(await nextScripts(output));
  const mapped = new Map<string, MappedSource>();
  for (const script of scripts) for (const source of (await sourcesOfScript(script, [home])) ?? []) mapped.set(source.file, source);
  const code = await packageCode(home);
  const sources = code.map((file) => ({ file, built: mapped.get(file)?.built }));
  const changed = staleSources({ newestMs, sources: await sourcesNow(sources, new Map()) });
  return changed.length === 0 ? undefined : { home, output, source: sourceFolder(changed, changed, home), changed };
}

async function nextScripts(output: string): Promise<readonly string[]> {
  const names = await readdir(path.join(output, "server"), { recursive: true }).catch(ifRefused);
  return (names ?? []).filter((name) => name.endsWith(".js.map")).map((name) => path.join(output, "server", name.slice(0, -".map".length)));
}

/** Where all sources are, or the changed ones where that is the whole package. */
function sourceFolder(all: readonly string[], changed: readonly string[], home: string): string {
  const own = all.filter((file) => file.startsWith(home + path.sep) && !isTestFile(path.relative(home, file)));
  for (const files of [own, changed]) {
    const folder = files.length === 0 ? home : commonFolder(files);
    if (folder.startsWith(home + path.sep)) return folder;
  }
  return changed[0] ?? home;
}

function commonFolder(files: readonly string[]): string {
  const [first = "", ...others] = files.map((file) => path.dirname(file));
  let common = first;
  for (const folder of others)
    while (folder !== common && !folder.startsWith(common + path.sep) && common !== path.dirname(common)) common = path.dirname(common);
  return common;
}

/** From the app's folder; as it is for what is far from there. A file keeps its name. */
function shown(place: string, folder: string): string {
  const inside = path.relative(folder, place);
  const near = inside === "" ? path.basename(place) : inside.startsWith(`..${path.sep}..`) ? place : inside;
  const isFile = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/.test(near);
  return `${near.replaceAll(path.sep, "/")}${isFile ? "" : "/"}`;
}
