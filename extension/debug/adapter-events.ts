import * as v from "valibot";
import { answeredRequestSchema } from "../../language-server/analysis/load/answered-request.ts";
import { firstResponseSchema } from "../../language-server/analysis/load/first-response.ts";
import { loadProgressSchema, loadReportSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { AdapterEvents } from "../debug-adapter/messages.ts";

/** A validated event of the debug adapter, discriminated by `name`. */
export type AdapterEvent = {
  [Name in keyof AdapterEvents]: { readonly name: Name; readonly body: AdapterEvents[Name] };
}[keyof AdapterEvents];

const count = v.pipe(v.number(), v.minValue(0));
const failure = v.object({ message: v.string(), remedy: v.string() });

const bodies: { readonly [Name in keyof AdapterEvents]: v.GenericSchema<unknown, AdapterEvents[Name]> } = {
  "heatline.ready": v.object({
    pid: count,
    program: v.string(),
    nodeVersion: v.string(),
    origins: v.array(v.pipe(v.string(), v.url())),
    hasLiveHeat: v.boolean(),
  }),
  "heatline.answered": v.object({ requests: v.array(answeredRequestSchema) }),
  "heatline.recording": v.object({ recording: v.boolean() }),
  "heatline.loadProgress": loadProgressSchema,
  "heatline.firstResponses": v.object({ responses: v.array(firstResponseSchema) }),
  "heatline.loadEnded": v.object({ report: v.exactOptional(loadReportSchema), error: v.exactOptional(failure) }),
  "heatline.liveRun": v.object({ folder: v.nullable(v.string()) }),
  "heatline.runWritten": v.object({ folder: v.string(), id: v.string() }),
  "heatline.problem": failure,
  "heatline.appFailed": v.object({}),
};

/** Undefined for events that are not ours. Throws if the body of one of ours is invalid, which is a bug in the adapter. */
export function parseAdapterEvent(name: string, body: unknown): AdapterEvent | undefined {
  if (!isOurs(name)) return undefined;
  return { name, body: v.parse(bodies[name], body) } as AdapterEvent;
}

function isOurs(name: string): name is keyof AdapterEvents {
  return Object.hasOwn(bodies, name);
}
