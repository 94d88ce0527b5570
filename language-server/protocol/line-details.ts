import * as v from "valibot";
import type { Request } from "./message.ts";
import { lineNumber } from "./place.ts";
import type { RunDetails } from "./run-details.ts";

const params = v.object({ uri: v.string(), line: lineNumber });

/** What ran on a line of an open document, in V8's own terms, explained; null if nothing was recorded there. */
export const lineDetails: Request<typeof params, RunDetails | null> = { method: "heatline/lineDetails", params };
