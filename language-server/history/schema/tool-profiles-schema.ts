import * as v from "valibot";

export const mostToolProfiles = 20;

/** What `run.json` says of them. Files are relative to the run's folder. */
export const toolProfilesSchema = v.pipe(
  v.array(v.pipe(v.object({ tool: v.literal("tsc"), file: v.pipe(v.string(), v.regex(/^profiles\/tsc-\d{1,3}\.pb\.gz$/)) }), v.readonly())),
  v.maxLength(mostToolProfiles),
  v.readonly(),
);
