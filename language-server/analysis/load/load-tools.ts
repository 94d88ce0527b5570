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

export const toolAbilities: Readonly<Record<(typeof loadTools)[number], ToolAbilities>> = {
  autocannon: { sendsRequests: true, severalRequests: true, rate: true, pipelining: true, fractions: true, sockets: true, hides: all },
  wrk: { sendsRequests: true, severalRequests: true, rate: false, pipelining: true, fractions: false, sockets: false, hides: all },
  ab: {
    sendsRequests: true,
    severalRequests: false,
    rate: false,
    pipelining: false,
    fractions: false,
    bodyMethods: ["POST", "PUT"],
    sockets: false,
    hides: none,
  },
  oha: { sendsRequests: true, severalRequests: false, rate: true, pipelining: false, fractions: true, sockets: false, hides: none },
  hey: { sendsRequests: true, severalRequests: false, rate: true, pipelining: false, fractions: true, sockets: false, hides: none },
  vegeta: { sendsRequests: true, severalRequests: true, rate: true, pipelining: false, fractions: true, sockets: false, hides: all },
  bombardier: { sendsRequests: true, severalRequests: false, rate: true, pipelining: false, fractions: true, sockets: false, hides: all },
  h2load: {
    sendsRequests: true,
    severalRequests: false,
    rate: false,
    pipelining: true,
    fractions: true,
    sockets: true,
    hides: { headers: false, paths: true },
  },
  // siege's files have comments and variables.
  siege: {
    sendsRequests: true,
    severalRequests: false,
    rate: false,
    pipelining: false,
    fractions: false,
    bodyMethods: ["POST", "PUT"],
    sockets: false,
    hides: { ...all, but: /[#$\\]/ },
  },
  artillery: { sendsRequests: true, severalRequests: true, rate: true, pipelining: false, fractions: false, sockets: false, hides: all },
  locust: { sendsRequests: true, severalRequests: true, rate: true, pipelining: false, fractions: false, sockets: false, hides: all },
  command: { ...nothing, hides: none },
  manual: { ...nothing, hides: all },
};
