import type * as recorder from "./recorded-app.ts";

/** What records is large: a bundle of its own that other commands do not load. */
export function loadRecorder(): Promise<typeof recorder> {
  return import("./recorded-app.js");
}
