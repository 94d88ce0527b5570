import type { Analysis } from "../analysis/analyse.ts";
import type { Costs } from "../analysis/costs/costs.ts";
import { type FilteredProfile, filterProfile } from "../analysis/selection/filter-profile.ts";
import { type StackFilter, takesAway } from "../analysis/selection/stack-filter.ts";

/** What a filter leaves for tables. `costs` are those of `profile`; busy ticks are the same as without a filter. */
export interface FilteredTables extends FilteredProfile {
  readonly filter: StackFilter;
  readonly costs: Costs;
}

/** Recursion is not merged, since tables count a recursive function once already. */
export function filteredTables(analysis: Analysis, wanted: StackFilter): FilteredTables {
  const filter = { ...wanted, mergesRecursion: false };
  const { profile, effect } = filterProfile(analysis.profile, filter);
  return { filter, profile, effect, costs: takesAway(filter) ? analysis.filteredCosts(profile) : analysis.costs };
}
