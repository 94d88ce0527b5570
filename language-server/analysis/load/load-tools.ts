export const loadTools = ["autocannon", "wrk", "ab", "command", "manual"] as const;

/** What a load tool makes of a plan: the form shows the fields that it uses, and `planProblems` refuses what it cannot do. */
export interface ToolAbilities {
  /** It sends the plan's requests itself; else they are the command line's, or the user's. */
  readonly firesRequests: boolean;
  readonly severalRequests: boolean;
  readonly rate: boolean;
  readonly pipelining: boolean;
  /** Its durations may have fractions of a second. */
  readonly fractions: boolean;
  /** The methods that it sends a body with, where not all. */
  readonly bodyMethods?: readonly string[];
}

const nothing: ToolAbilities = { firesRequests: false, severalRequests: false, rate: false, pipelining: false, fractions: true };

export const toolAbilities: Readonly<Record<(typeof loadTools)[number], ToolAbilities>> = {
  autocannon: { firesRequests: true, severalRequests: true, rate: true, pipelining: true, fractions: true },
  wrk: { firesRequests: true, severalRequests: true, rate: false, pipelining: true, fractions: false },
  ab: { firesRequests: true, severalRequests: false, rate: false, pipelining: false, fractions: false, bodyMethods: ["POST", "PUT"] },
  command: nothing,
  manual: nothing,
};
