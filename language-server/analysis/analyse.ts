import { inferCallSites } from "./call-sites/call-sites.ts";
import { type LocatedProfile, type Problem, type Profile, ProblemCounts } from "./profile/profile.ts";
import type { Costs } from "./costs/costs.ts";
import { shownFlame, reduceFlame, type FlameOptions, type ReducedFlame } from "./flame/flame-reduction.ts";
import { checkedSources } from "./fit/checked-sources.ts";
import { checkedScripts, fittedProfile } from "./fit/fitted-profile.ts";
import { stackGroups } from "./groups/group-costs.ts";
import { madeOfTables } from "./costs/stack-rows.ts";
import { FunctionDefinitions } from "./call-sites/function-definitions.ts";
import { repairInlined } from "./call-sites/inline-repair.ts";
import { restoreLostCalls } from "./call-sites/lost-calls.ts";
import { ownershipOf } from "./sources/ownership.ts";
import { type Selected, Selections } from "./selection/selections.ts";
import type { RunRoutes } from "./selection/run-routes.ts";
import type { Selection } from "./selection/selection.ts";
import { RunScripts, type RanScript } from "./sources/run-scripts.ts";
import { type LocatedLine, ScriptLocator } from "./sources/script-locator.ts";
import { scriptsWorthNaming, scriptsWorthParsing } from "./sources/script-choice.ts";
import { ScriptVersions } from "./sources/script-versions.ts";
import { SourceList } from "./sources/source-list.ts";
import { sourcePaths, type PathMappings } from "./sources/source-paths.ts";
import type { SourcePosition, SourceProfile } from "./sources/source-profile.ts";
import { SourceTables } from "./sources/source-tables.ts";
import type { LineRule } from "./syntax/line-ends.ts";
import type { Syntax } from "./syntax/syntax.ts";
import type { Column, Line } from "./units.ts";

export interface AnalysisInput {
  /** `id`: by default its position. */
  readonly threads: readonly { readonly id?: number; readonly name: string; readonly profile: Profile }[];
  /** False: the times of samples are made up, so that no span of them can be selected. */
  readonly hasTimes?: boolean;
  /** Undefined: it is not known for which route what ran. */
  readonly routes?: RunRoutes | undefined;
  readonly scripts: readonly RanScript[];
  /** Text of a script or source map by its hash; undefined if it was not kept. Called at most once per hash and purpose. */
  readonly textOf: (hash: string) => string | undefined;
  /** Hashes of texts that were found after the recording: if they contradict the profiles, others ran. */
  readonly foundTexts?: ReadonlySet<string> | undefined;
  /** Absolute paths: own code is in these folders, outside `node_modules`. */
  readonly workspaceFolders: readonly string[];
  /** Globs of further files that are own code. */
  readonly ownCode: readonly string[];
  /** Where the app's folders are on this machine; the first match wins. */
  readonly pathMappings?: readonly PathMappings[];
  /** Whether a file exists on this machine: bundlers invent URL schemes for sources. */
  readonly exists?: (path: string) => boolean;
  /** Text that a file of own code has now: files without samples lead from tests to what these import. */
  readonly fileText?: ((path: string) => string | undefined) | undefined;
  /** Major version of the app's Node; 0 if unknown. */
  readonly nodeMajor: number;
  /** Places of scripts whose sources are wanted whether they have samples or not. */
  readonly places?: readonly { readonly url: string; readonly line: Line; readonly column: Column }[] | undefined;
}

/** An analysed run. Holds the samples' tables to answer further requests. */
export interface Analysis {
  /** Lines are counted as editors count them. */
  readonly profile: SourceProfile;
  /** Of the whole run. */
  readonly costs: Costs;
  readonly problems: readonly Problem[];
  readonly all: Selected;
  readonly routes: RunRoutes | undefined;
  /** What a selection leaves of the run: cached. Null if the run has none of its threads or routes. Throws a UserError for spans without times. */
  readonly select: (selection: Selection) => Selected | null;
  /** Distinguishes several calls of a function on one line. Of `profile`, or of what is selected of it. */
  readonly flame: (options: Omit<FlameOptions, "callText">, shown?: SourceProfile) => ReducedFlame;
  /** Where a place of a script as V8 knew it is in a source (index in `costs.sources`); undefined if that script has no cost, and is none of `places`. */
  readonly placeOf: (url: string, line: Line, column: Column) => SourcePosition | undefined;
  /** Path of a script on this machine. */
  readonly fileOf: (url: string) => string;
  /** Text of a source (index in `costs.sources`) as it ran; undefined if it was not kept. */
  readonly textOf: (source: number) => string | undefined;
  /** Functions and calls of that text; undefined if there is none or it cannot be parsed. */
  readonly syntaxOf: (source: number) => Syntax | undefined;
}

/** Computes the cost of every line and function: infers call sites that the recorder did not see, then maps everything to the sources. */
export function analyse(input: AnalysisInput): Analysis {
  const counts = new ProblemCounts();
  const scripts = new RunScripts(input.scripts, input.textOf, counts);
  const categoryOf = ownershipOf(input.workspaceFolders, input.ownCode);
  const pathOf = sourcePaths({ mappings: input.pathMappings, workspaceFolders: input.workspaceFolders, exists: input.exists });
  const recorded = input.threads.map(({ profile }) => profile);
  const versions = new ScriptVersions(recorded, scripts, (path) => pathOf(path, path), input.exists ?? (() => false));
  const isOwn = (url: string): boolean => categoryOf(pathOf(versions.fileOf(url), "")) === "own";
  const { foundTexts = new Set() } = input;
  // Of several texts that were imported from one file, only one can be the file's.
  const isFound = (url: string, hash: string): boolean =>
    foundTexts.has(scripts.find(url, hash)?.hash ?? "") && versions.nameOf(url, hash).hasText;
  const checked = foundTexts.size === 0 ? new Map() : checkedScripts(recorded, scripts, isFound, isOwn, counts);
  const ran = recorded.map((profile) => fittedProfile(profile, checked));
  const checkedOriginals = checkedSources(ran, scripts, isOwn, counts);
  let named: ReadonlySet<string> | undefined;
  const isNamed = (url: string): boolean => (named ??= scriptsWorthNaming(ran, scripts, isOwn)).has(url);
  const placed = (rule: LineRule): { readonly sources: SourceList; readonly profile: SourceProfile } => {
    const sources = new SourceList({ scripts, categoryOf, pathOf, versions, rule, checked: checkedOriginals });
    const tables = new SourceTables(scripts, sources, checked, isNamed);
    const threads = ran.map((profile, row) =>
      tables.addThread(
        { id: input.threads[row]?.id ?? row, name: input.threads[row]?.name ?? "" },
        located(profile, scripts, isOwn, input.nodeMajor),
      ),
    );
    for (const { url, line, column } of input.places ?? []) locate({ url, line, column }, scripts, sources);
    return { sources, profile: tables.profile(threads) };
  };
  const { sources, profile } = placed("editor");
  const problems = counts.list();
  const byEngine = (): SourceProfile => (sources.isConverted ? placed("engine").profile : profile);
  const selections = new Selections(profile, byEngine, {
    problems,
    endColumnOf: sources.endColumn.bind(sources),
    hasTimes: input.hasTimes ?? true,
    routes: input.routes,
    groupsOf: madeOfTables((each, tables) =>
      stackGroups(each, tables, { textOf: (source) => sources.text(source), fileText: input.fileText ?? (() => undefined) }),
    ),
  });
  return {
    profile,
    costs: selections.all.costs,
    problems,
    all: selections.all,
    routes: input.routes,
    select: selections.select.bind(selections),
    flame: (options, shown = profile) => {
      const reduced = reduceFlame(shown, { ...options, callText: sources.expression.bind(sources) });
      return { ...reduced, flame: shownFlame(reduced.flame) };
    },
    placeOf: (url, line, column) => {
      const found = locate({ url, line, column }, scripts, sources);
      return found === undefined || found.source >= profile.sources.length ? undefined : found;
    },
    fileOf: (url) => pathOf(versions.fileOf(url), ""),
    textOf: (source) => sources.text(source),
    syntaxOf: (source) => sources.syntax(source),
  };
}

function locate(
  { url, line, column }: NonNullable<AnalysisInput["places"]>[number],
  scripts: RunScripts,
  sources: SourceList,
): LocatedLine | undefined {
  return new ScriptLocator(url, "", scripts, sources).line(line, column, { name: "", line: 0, column: -1 });
}

/** First Node version whose profiler has separate frames for inlined functions. */
const firstWithInlinedFrames = 26;

function located(ran: Profile, scripts: RunScripts, isOwn: (url: string) => boolean, nodeMajor: number): LocatedProfile {
  const isParsed = scriptsWorthParsing(ran, scripts, isOwn);
  const { profile, inlined } =
    nodeMajor < firstWithInlinedFrames ? repairInlined(ran, new FunctionDefinitions(ran, scripts, isParsed)) : { profile: ran };
  // The rules are those of V8's sampler. Other engines write the same format, so their profiles are left unchanged.
  const isNode = nodeMajor > 0;
  const restored = isNode ? restoreLostCalls(profile, new FunctionDefinitions(profile, scripts, isParsed), inlined) : profile;
  return inferCallSites(restored, new FunctionDefinitions(restored, scripts, isParsed));
}
