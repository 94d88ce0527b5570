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
  /** Whether it can load a server on a Unix socket or a named pipe. */
  readonly sockets: boolean;
  /** Methods with which it can send a body; undefined for all. */
  readonly bodyMethods?: readonly string[];
  readonly hides: Hiding;
}

/**
 * What it takes in another way than by its arguments, which every user of the machine can read: through a private file, or as a message. None
 * takes bodies as arguments. `but`: what its file cannot have.
 */
interface Hiding {
  readonly headers: boolean;
  readonly paths: boolean;
  readonly but?: RegExp;
}

const all: Hiding = { headers: true, paths: true };
const none: Hiding = { headers: false, paths: false };

const nothing = { sendsRequests: false, severalRequests: false, rate: false, pipelining: false, fractions: true, sockets: true } as const;
/** What each tool differs from. */
const usual = { ...nothing, sendsRequests: true, sockets: false, hides: none } as const;

export const toolAbilities: Readonly<Record<(typeof loadTools)[number], ToolAbilities>> = {
  autocannon: { ...usual, severalRequests: true, rate: true, pipelining: true, sockets: true, hides: all },
  wrk: { ...usual, severalRequests: true, pipelining: true, fractions: false, hides: all },
  ab: { ...usual, fractions: false, bodyMethods: ["POST", "PUT"] },
  oha: { ...usual, rate: true },
  hey: { ...usual, rate: true },
  vegeta: { ...usual, severalRequests: true, rate: true, hides: all },
  bombardier: { ...usual, rate: true, hides: all },
  h2load: { ...usual, pipelining: true, sockets: true, hides: { headers: false, paths: true } },
  // siege's files have comments and variables.
  siege: { ...usual, fractions: false, bodyMethods: ["POST", "PUT"], hides: { ...all, but: /[#$\\]/ } },
  artillery: { ...usual, severalRequests: true, rate: true, fractions: false, hides: all },
  locust: { ...usual, severalRequests: true, rate: true, fractions: false, hides: all },
  command: { ...nothing, hides: none },
  manual: { ...nothing, hides: all },
};
