/** autocannon is built in; the others are programs of the user. One line each. */
export const loadTools = [
  "autocannon",
  "wrk",
  "ab",
  "oha",
  "hey",
  "vegeta",
  "bombardier",
  "h2load",
  "siege",
  "artillery",
  "locust",
  "command",
  "manual",
] as const;

/** Tools that are offered only where they are found. */
export const offeredIfFound = ["oha", "hey", "vegeta", "bombardier", "h2load", "siege", "artillery", "locust"] as const;

/** What a load tool supports: the form shows the fields that it uses, and `planProblems` refuses the others. */
export interface ToolAbilities {
  /** Whether it sends the plan's requests; otherwise the command line or the user does. */
  readonly sendsRequests: boolean;
  readonly severalRequests: boolean;
  readonly rate: boolean;
  readonly pipelining: boolean;
  /** Whether durations may have fractions of a second. */
  readonly fractions: boolean;
  /** Methods with which it can send a body; undefined for all. */
  readonly bodyMethods?: readonly string[];
}

const nothing: ToolAbilities = { sendsRequests: false, severalRequests: false, rate: false, pipelining: false, fractions: true };

export const toolAbilities: Readonly<Record<(typeof loadTools)[number], ToolAbilities>> = {
  autocannon: { sendsRequests: true, severalRequests: true, rate: true, pipelining: true, fractions: true },
  wrk: { sendsRequests: true, severalRequests: true, rate: false, pipelining: true, fractions: false },
  ab: { sendsRequests: true, severalRequests: false, rate: false, pipelining: false, fractions: false, bodyMethods: ["POST", "PUT"] },
  oha: { sendsRequests: true, severalRequests: false, rate: true, pipelining: false, fractions: true },
  hey: { sendsRequests: true, severalRequests: false, rate: true, pipelining: false, fractions: true },
  vegeta: { sendsRequests: true, severalRequests: true, rate: true, pipelining: false, fractions: true },
  bombardier: { sendsRequests: true, severalRequests: false, rate: true, pipelining: false, fractions: true },
  h2load: { sendsRequests: true, severalRequests: false, rate: false, pipelining: true, fractions: true },
  siege: { sendsRequests: true, severalRequests: false, rate: false, pipelining: false, fractions: false, bodyMethods: ["POST", "PUT"] },
  artillery: { sendsRequests: true, severalRequests: true, rate: true, pipelining: false, fractions: false },
  locust: { sendsRequests: true, severalRequests: true, rate: true, pipelining: false, fractions: false },
  command: nothing,
  manual: nothing,
};
