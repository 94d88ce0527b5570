import type { ImportCandidate } from "../../analysis/import-costs/has-imports.ts";
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { needsRound, pairedSaving, type Saved } from "../../analysis/startup/paired-savings.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { DeferredImport, Savings, UnmeasuredReason } from "../../history/schema/savings-schema.ts";
import { ifRefused } from "../../platform/refusals.ts";
import type { DeferredModule, FirstUse } from "../in-app/trial/trial-protocol.ts";
import type { RecordingOptions } from "../session/recording-options.ts";
import { deferrable } from "./deferrable.ts";
import { type Trial, Trials } from "./trials.ts";
import { fileURLToPath } from "node:url";
import { readSourceMap } from "../../analysis/sources/source-map.ts";
import { mapOfScript } from "../../history/builds/script-sources.ts";

type Place = NonNullable<DeferredImport["first"]>;

/** Where the code of a place in a compiled file was written; the place itself without a source map. Line 0: of the file alone. */
export async function sourcePlace({ file, line, column }: FirstUse): Promise<Place> {
  const ran: Place = { path: file.startsWith("file:") ? fileURLToPath(file) : file, line };
  const text = await readFile(ran.path, "utf8").catch(ifRefused);
  const kept = text === undefined ? undefined : await mapOfScript(ran.path, text);
  const map = kept && readSourceMap(kept.text, kept.file);
  if (map === undefined) return ran;
  if (line === 0) {
    const [only, ...others] = map.paths;
    return only === undefined || only === "" || others.length > 0 ? ran : { path: only, line };
  }
  const found = map.original(line, column);
  return found === undefined ? ran : { path: map.paths[found.source] ?? ran.path, line: found.line };
}

export interface SavingsPlan {
  /** Dearest first. */
  readonly candidates: readonly ImportCandidate[];
  /** When the run began (ISO 8601) that they are of: they must not have changed since. */
  readonly since: string;
  /** Of a server: what to request once it listens. */
  readonly requests: readonly string[];
}

interface SavingsProgress {
  /** Of all ways to start, so far. */
  readonly starts: number;
  /** Rounds of all ways that are compared; 0 while it is found out which can be. */
  readonly rounds: number;
}

export interface SavingsEvents {
  readonly progress: (progress: SavingsProgress) => void;
  readonly problem: (problem: UserError) => void;
}

/** More are seldom worth the time, and each makes rounds longer. */
const mostDeferred = 3;
const cacheVariable = "NODE_COMPILE_CACHE";

/** A way to start that is compared with the plain one, or with one that follows imports, too. */
interface Variant {
  readonly order: Parameters<Trials["start"]>[0];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly base: "plain" | "hooked";
}

/**
 * Starts the app in its own way and in others, without a recorder, and measures what these save. Rejects with a UserError if its plain start
 * fails, and with the reason of `signal` once that aborts.
 */
export async function measureSavings(
  options: Pick<RecordingOptions, "launch" | "workspaceFolders" | "bundles">,
  plan: SavingsPlan,
  events: SavingsEvents,
  signal: AbortSignal,
): Promise<Savings> {
  for (const { path, hash } of plan.candidates)
    if (hash !== "" && (await hasChanged(path, hash, Date.parse(plan.since)))) throw new UserError("savings.changed", { file: path });
  await using trials = await Trials.open(options, events.problem);
  return await new Measuring(trials, plan, events, signal).measure();
}

/** Whether a file was written since, with another text than the one with this SHA-256. */
async function hasChanged(file: string, hash: string, since: number): Promise<boolean> {
  const found = await stat(file).catch(ifRefused);
  if (found === undefined || found.mtimeMs <= since) return false;
  const text = (await readFile(file, "utf8").catch(ifRefused)) ?? "";
  return (
    createHash("sha256")
      .update(text.replace(/^\uFEFF/, ""))
      .digest("hex") !== hash
  );
}

class Measuring {
  readonly #trials: Trials;
  readonly #plan: SavingsPlan;
  readonly #events: SavingsEvents;
  readonly #signal: AbortSignal;
  #starts = 0;
  #rounds = 0;

  constructor(trials: Trials, plan: SavingsPlan, events: SavingsEvents, signal: AbortSignal) {
    [this.#trials, this.#plan, this.#events, this.#signal] = [trials, plan, events, signal];
  }

  async measure(): Promise<Savings> {
    const { candidates, requests } = this.#plan;
    // It also fills what the system keeps of files.
    const surveyed = await this.#start({ surveyed: [...new Set(candidates.map(({ specifier }) => specifier))] });
    const plain = await this.#start({});
    if (plain.tookMs === undefined) throw new UserError("savings.noStart");
    const variants = new Map<string, Variant>();
    const cacheWhy = await this.#cache(plain);
    if (cacheWhy === "measured") variants.set("cache", { order: {}, env: this.#cacheEnv, base: "plain" });
    const imports = await this.#imports(surveyed, plain, variants);
    if ([...variants.values()].some(({ base }) => base === "hooked")) variants.set("hooked", { order: { isHooked: true }, base: "plain" });
    const { eachMs, savedOf } = await this.#compare(variants, plain);
    const measured = (key: string): { readonly saved: Saved } | { readonly why: UnmeasuredReason } => {
      const saved = savedOf(key);
      return saved === undefined ? { why: "ends-otherwise" } : { saved };
    };
    return {
      eachMs,
      rounds: this.#rounds,
      requests: plain.listened ? requests.map(withoutQuery) : [],
      ...(cacheWhy === undefined ? {} : { cache: cacheWhy === "measured" ? measured("cache") : { why: cacheWhy } }),
      imports: imports.map((each, index) => (each.why === undefined ? { ...each, ...measured(`import ${index}`) } : each)),
    };
  }

  get #cacheEnv(): Readonly<Record<string, string>> {
    return { [cacheVariable]: this.#trials.cacheFolder };
  }

  async #start(order: Variant["order"], env?: Variant["env"], requests: readonly string[] = []): Promise<Trial> {
    const trial = await this.#trials.start(order, { requests, ...(env === undefined ? {} : { env }) }, this.#signal);
    this.#starts += 1;
    this.#events.progress({ starts: this.#starts, rounds: this.#rounds });
    return trial;
  }

  /** Fills the cache. Undefined if the app has one, or its user wants none. */
  async #cache(plain: Trial): Promise<"measured" | UnmeasuredReason | undefined> {
    const isChosen = [cacheVariable, "NODE_DISABLE_COMPILE_CACHE"].some((name) => (this.#trials.variable(name) ?? "") !== "");
    if (plain.usesCache || isChosen) return undefined;
    // What listens is ended by a signal, and writes the cache from 22.10 on.
    if (!isFrom(this.#trials.nodeVersion, plain.listened ? [22, 10] : [22, 1])) return "old-node";
    return (await this.#isLike(await this.#start({}, this.#cacheEnv), plain)) ? "measured" : "ends-otherwise";
  }

  /** Whether it ended as the plain start, and wrote the same, unless that differs from start to start. */
  async #isLike(trial: Trial, plain: Trial): Promise<boolean> {
    if (!endsAlike(trial, plain)) return false;
    return plain.listened || trial.output === plain.output || (await this.#start({})).output !== plain.output;
  }

  /** Starts the app with each import deferred once, to see what first needs its module. */
  async #imports(surveyed: Trial, plain: Trial, variants: Map<string, Variant>): Promise<readonly DeferredImport[]> {
    const { candidates, requests } = this.#plan;
    const hasHooks = isFrom(this.#trials.nodeVersion, [22, 15]) && !this.#trials.nodeVersion.startsWith("23.");
    const found: DeferredImport[] = [];
    const deferred = new Set<number>();
    for (const [position, candidate] of candidates.entries()) {
      if (deferred.size >= mostDeferred) break;
      if (candidate.within.some((each) => deferred.has(each))) continue;
      const { path, line, specifier, name } = candidate;
      const add = (result: Omit<DeferredImport, "path" | "line" | "specifier" | "name">): void =>
        void found.push({ path, line, specifier, name, ...result });
      const module = await deferrable(candidate, surveyed.survey ?? { edges: [], exports: {} }, hasHooks);
      if (typeof module === "string") {
        add({ why: module });
        continue;
      }
      const trial = await this.#start({ deferred: module }, undefined, requests);
      const first = trial.used && (await sourcePlace(trial.used));
      if (trial.isNeeded) add({ why: "needed", ...(first && { first }) });
      else if (!(await this.#isLike(trial, plain))) add({ why: "ends-otherwise" });
      else if (trial.loadedBy !== undefined)
        add({ why: "loaded-elsewhere", first: await sourcePlace({ file: trial.loadedBy, line: 0, column: 0 }) });
      else {
        deferred.add(position);
        variants.set(`import ${found.length}`, { order: { deferred: module }, base: isHooked(module) ? "hooked" : "plain" });
        const request = trial.request === undefined ? {} : { request: withoutQuery(trial.request) };
        add({ ...(first && { first }), ...request });
      }
    }
    return found;
  }

  /** All ways in turns. One that once ends otherwise is given up. */
  async #compare(
    variants: ReadonlyMap<string, Variant>,
    plain: Trial,
  ): Promise<{ readonly eachMs: Milliseconds; readonly savedOf: (key: string) => Saved | undefined }> {
    const ways: readonly (readonly [string, Variant])[] = [["plain", { order: {}, base: "plain" }], ...variants];
    const took = new Map<string, Milliseconds[]>(ways.map(([key]) => [key, []]));
    const timesOf = (key: string): readonly Milliseconds[] => took.get(key) ?? [];
    const savedOf = (key: string): Saved | undefined => {
      const base = timesOf(variants.get(key)?.base ?? "plain");
      const isWhole = [base, timesOf(key)].every(({ length }) => length === this.#rounds);
      return isWhole ? pairedSaving(base, timesOf(key)) : undefined;
    };
    const mean = (): Milliseconds => timesOf("plain").reduce((sum, ms) => sum + ms, 0) / Math.max(1, timesOf("plain").length);
    const begun = performance.now();
    const enough = (): boolean =>
      !needsRound([...variants.keys()].map(savedOf), mean(), { rounds: this.#rounds, elapsedMs: performance.now() - begun });
    while (!enough()) {
      for (const [key, { order, env }] of this.#rounds % 2 === 0 ? ways : ways.toReversed()) {
        const times = took.get(key);
        // Given up before.
        if (times === undefined || times.length < this.#rounds) continue;
        const trial = await this.#start(order, env);
        if (endsAlike(trial, plain)) times.push(trial.tookMs ?? 0);
        else if (key === "plain") throw new UserError("savings.noStart");
      }
      this.#rounds += 1;
    }
    return { eachMs: mean(), savedOf };
  }
}

function endsAlike(trial: Trial, plain: Trial): boolean {
  return trial.tookMs !== undefined && trial.listened === plain.listened && trial.exitCode === plain.exitCode;
}

/** Deferring needs hooks in Node's loader of ES modules, which take some time themselves. */
function isHooked({ edges }: DeferredModule): boolean {
  return edges.some(({ isEsm }) => isEsm);
}

/** Values of a query may be secret. */
function withoutQuery(request: string): string {
  return request.replace(/[?#].*/s, "");
}

function isFrom(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ofMajor = 0, ofMinor = 0] = version.split(".").map(Number);
  return ofMajor > major || (ofMajor === major && ofMinor >= minor);
}
