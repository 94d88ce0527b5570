import type { LoadPlan } from "../../../analysis/load/load.ts";
import { toolAbilities } from "../../../analysis/load/load-tools.ts";
import type { Seconds } from "../../../analysis/units.ts";
import { type PlanRoute, routesOfPlan } from "./plan-routes.ts";

/** One load of a schedule: a route alone, or all of them as the plan mixes them. */
export interface RoutesStep {
  /** Undefined: mixed. */
  readonly route: PlanRoute | undefined;
  readonly plan: LoadPlan;
}

/** Shorter ones would be mostly the start of connections. */
const leastSeconds: Seconds = 1;
/** The more turns, the more alike is what the machine does meanwhile to all routes. */
const mostTurns = 4;
/** Where there is time for more turns. */
const usualSeconds: Seconds = 1.5;

/**
 * Loads each route of a plan alone, in turns, and once a turn all of them mixed. It takes as long as the plan, unless that would leave less than
 * a second for each. Undefined for a plan of one route, all of whose samples are of that one.
 */
export function routesSchedule(plan: LoadPlan): readonly RoutesStep[] | undefined {
  const routes = toolAbilities[plan.tool].severalRequests ? routesOfPlan(plan) : [];
  if (routes.length < 2) return undefined;
  const loads = routes.length + 1;
  const turns = Math.min(mostTurns, Math.max(2, Math.floor(plan.durationSeconds / (usualSeconds * loads))));
  const perStep = plan.durationSeconds / (turns * loads);
  const rounded = toolAbilities[plan.tool].fractions ? Math.floor(perStep * 10) / 10 : Math.floor(perStep);
  const durationSeconds = Math.max(leastSeconds, rounded);
  const cold: LoadPlan = { ...plan, durationSeconds, warmupSeconds: 0 };
  return Array.from({ length: turns }, (_, turn) => {
    // Each route is first and last as often: an app may become slower or faster.
    const inTurn = turn % 2 === 0 ? routes : routes.toReversed();
    const mixed: RoutesStep = { route: undefined, plan: turn === 0 ? { ...cold, warmupSeconds: plan.warmupSeconds } : cold };
    return [mixed, ...inTurn.map((route): RoutesStep => ({ route, plan: { ...cold, requests: route.requests } }))];
  }).flat();
}

/** Until a load tool has started and the app has done what the one before it has sent. */
const betweenSeconds: Seconds = 0.7;

/** About how long a pass of routes takes, without its warm-up. */
export function scheduledSeconds(steps: readonly RoutesStep[]): Seconds {
  return steps.reduce((sum, { plan }) => sum + betweenSeconds + plan.durationSeconds, 0);
}
