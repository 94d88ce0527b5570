import { costsOf, type CostOptions } from "../costs/compute-costs.ts";
import type { Costs } from "../costs/costs.ts";
import type { StackGroups } from "../groups/group-costs.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import { UserError } from "../user-error.ts";
import { filteredProfile, type FilteredProfile, Recent } from "./filter-profile.ts";
import { noRoute } from "./no-route.ts";
import type { RunRoutes } from "./run-routes.ts";
import { scopedProfile } from "./scoped-profile.ts";
import { everything, isWholeRun, type Scope, type Selection } from "./selection.ts";
import { leftOutTicks, type StackFilter, takesAway } from "./stack-filter.ts";

/** What a scope leaves of a run: the whole that shares are of, with stacks as they ran. */
export class Whole {
  readonly profile: SourceProfile;
  readonly byEngine: () => SourceProfile;
  readonly groupsOf: (profile: SourceProfile) => StackGroups;
  readonly #costsOf: (profile: SourceProfile) => Costs;
  #costs: Costs | undefined;

  constructor({ profile, byEngine, groupsOf }: Pick<Whole, "profile" | "byEngine" | "groupsOf">, costs: (profile: SourceProfile) => Costs) {
    [this.profile, this.byEngine, this.groupsOf, this.#costsOf] = [profile, byEngine, groupsOf, costs];
  }

  /** Which plugin, rule, test file or the like each stack ran for. */
  get groups(): StackGroups {
    return this.groupsOf(this.profile);
  }

  get costs(): Costs {
    return (this.#costs ??= this.#costsOf(this.profile));
  }
}

/**
 * What a selection leaves of a run, for every view: whoever takes one of its profiles knows no threads, spans or filters. All have the same
 * functions and sources. Parts are computed when they are first asked for.
 */
export class Selected {
  /** With only those threads and routes that the run has. */
  readonly selection: Selection;
  readonly whole: Whole;
  readonly #costsOf: (profile: SourceProfile) => Costs;
  #tables: FilteredProfile | undefined;
  #stacks: FilteredProfile | undefined;
  #frames: FilteredProfile | undefined;
  #costs: Costs | undefined;

  constructor(selection: Selection, whole: Whole, costs: (profile: SourceProfile) => Costs) {
    [this.selection, this.whole, this.#costsOf] = [selection, whole, costs];
  }

  /** For lines and tables. Recursion is not merged: they count a recursive function once already. */
  get tables(): FilteredProfile {
    return (this.#tables ??= this.#filtered({ ...this.selection.filter, mergesRecursion: false }));
  }

  /** Of `tables`; busy ticks are the same as without a filter. */
  get costs(): Costs {
    this.#costs ??= this.tables.profile === this.whole.profile ? this.whole.costs : this.#costsOf(this.tables.profile);
    return this.#costs;
  }

  /** For pictures that show native code, too. */
  get stacks(): FilteredProfile {
    return (this.#stacks ??= this.#filtered(this.selection.filter));
  }

  /**
   * For views of frames: unless the filter says otherwise, code without a source has no frame where code with one called it, so that a
   * function's self is one figure everywhere.
   */
  get frames(): FilteredProfile {
    const { filter } = this.selection;
    this.#frames ??= filteredProfile(this.whole.profile, filter, filter.showsNative ? "own" : "callers", this.whole.groupsOf);
    return this.#frames;
  }

  /** Whether nothing of it was busy. */
  get isEmpty(): boolean {
    const { effect } = this.tables;
    return effect.busyTicks - leftOutTicks(effect) <= 0;
  }

  #filtered(filter: StackFilter): FilteredProfile {
    const { profile, costs, groupsOf } = this.whole;
    if (takesAway(filter) || filter.mergesRecursion) return filteredProfile(profile, filter, "own", groupsOf);
    const nothing = { hiddenFunctions: 0, uncalled: 0, notBelow: 0, notInGroup: 0, notInFile: 0 };
    return { profile, effect: { busyTicks: costs.busyTicks, hiddenKinds: new Map(), ...nothing } };
  }
}

interface SelectionsOptions extends CostOptions {
  /** Whether it is known when samples were taken. */
  readonly hasTimes: boolean;
  /** Undefined: it is not known for which route what ran. */
  readonly routes?: RunRoutes | undefined;
  /** Which group each stack is in; computed once for all parts of the run. */
  readonly groupsOf: (profile: SourceProfile) => StackGroups;
}

/** Makes of a run what is selected of it, once per selection. */
export class Selections {
  readonly all: Selected;
  readonly #hasTimes: boolean;
  readonly #routes: RunRoutes | undefined;
  readonly #run: Whole;
  readonly #costsOf: (profile: SourceProfile) => Costs;
  readonly #wholes = new Recent<Whole>();
  readonly #selected = new Recent<Selected>();

  constructor(profile: SourceProfile, byEngine: () => SourceProfile, { hasTimes, routes, groupsOf, ...options }: SelectionsOptions) {
    [this.#hasTimes, this.#routes] = [hasTimes, routes];
    this.#costsOf = (each) => costsOf(each, options);
    this.#run = new Whole({ profile, byEngine, groupsOf }, this.#costsOf);
    this.all = new Selected(everything, this.#run, this.#costsOf);
  }

  /** Null if the run has none of the threads or routes. Throws a UserError for spans of a run whose samples have no times. */
  select(wanted: Selection): Selected | null {
    if (wanted.spans !== null && !this.#hasTimes) throw new UserError("selection.noTimes");
    const ids = this.#run.profile.threads.map(({ id }) => id);
    const threads = wanted.threads === null ? null : ids.filter((id) => wanted.threads?.includes(id));
    const known = [...(this.#routes?.routes ?? []).map(({ name }) => name), noRoute];
    const routes = wanted.routes === null ? null : known.filter((name) => wanted.routes?.includes(name));
    if (threads?.length === 0 || routes?.length === 0) return null;
    const selection = { ...wanted, threads, routes };
    const key = JSON.stringify(selection);
    if (key === JSON.stringify(everything)) return this.all;
    return this.#selected.get(key, () => new Selected(selection, this.#wholeOf(selection), this.#costsOf));
  }

  #wholeOf({ threads, spans, routes }: Scope): Whole {
    const scope = { threads, spans, routes };
    if (isWholeRun(scope)) return this.#run;
    const { profile, byEngine, groupsOf } = this.#run;
    const scoped = (each: SourceProfile): SourceProfile => scopedProfile(each, scope, this.#routes);
    return this.#wholes.get(
      JSON.stringify(scope),
      () => new Whole({ profile: scoped(profile), byEngine: () => scoped(byEngine()), groupsOf }, this.#costsOf),
    );
  }
}
