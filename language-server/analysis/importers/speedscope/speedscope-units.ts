import type { Microseconds } from "../../units.ts";
import { UserError } from "../../user-error.ts";
import type { JsonObject } from "../json-values.ts";

/** Length of a unit; weights of a profile without times are numbers of samples. */
const times: Readonly<Record<string, Microseconds>> = { nanoseconds: 1e-3, microseconds: 1, milliseconds: 1000, seconds: 1e6 };
/** What one of anything else counts as. */
export const usualLength: Microseconds = 1000;

interface UnitProfiles {
  readonly profiles: readonly JsonObject[];
  readonly unit: string;
  /** The number of profiles with other units, whose shares cannot be added to these. */
  readonly left: number;
}

/** Undefined for an unknown unit; `none` stands for samples. */
export function lengthOfUnit(unit: string): Microseconds | undefined {
  return unit === "none" ? usualLength : Object.hasOwn(times, unit) ? times[unit] : undefined;
}

export function unitOf({ unit }: JsonObject): string {
  return typeof unit === "string" ? unit : "none";
}

/**
 * The profiles that can be shown together: those in units of time, or else in that of the profile which the file shows first. Throws a
 * UserError if all count bytes.
 */
export function profilesOfUnit(all: readonly JsonObject[], active: unknown): UnitProfiles {
  const usable = all.filter((profile) => unitOf(profile) !== "bytes");
  if (usable.length === 0 && all.length > 0) throw new UserError("speedscope.bytes");
  const shown = all[Number(active ?? 0)];
  const first =
    usable.find((profile) => Object.hasOwn(times, unitOf(profile))) ?? (shown !== undefined && usable.includes(shown) ? shown : usable[0]);
  const unit = unitOf(first ?? {});
  const isTime = Object.hasOwn(times, unit);
  const profiles = usable.filter((profile) => (isTime ? Object.hasOwn(times, unitOf(profile)) : unitOf(profile) === unit));
  return { profiles, unit, left: all.length - profiles.length };
}
