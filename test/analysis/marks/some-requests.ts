import * as fc from "fast-check";

const someWait = fc.record({ wait: fc.integer({ min: 100, max: 30_000 }), site: fc.integer({ min: 0, max: 3 }) });
const someStep = fc.oneof(
  fc.record({ cpu: fc.integer({ min: 10, max: 20_000 }), line: fc.integer({ min: 1, max: 5 }) }),
  someWait,
  fc.record({ all: fc.array(someWait, { minLength: 1, maxLength: 4 }) }),
);
/** Any requests of a server: code that runs, waits, and several waits at once. */
export const someRequests = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 200_000 }),
    route: fc.integer({ min: 0, max: 2 }),
    steps: fc.array(someStep, { maxLength: 8 }),
  }),
  { maxLength: 12 },
);
