import * as v from "valibot";

/** The schema of an object whose fields nobody changes. */
/* @__NO_SIDE_EFFECTS__ */
export function readOnlyObject<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(v.object(entries), v.readonly());
}
