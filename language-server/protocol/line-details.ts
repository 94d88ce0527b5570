import * as v from "valibot";
import { request } from "./message.ts";
import { lineNumber } from "./place.ts";
import type { RunDetails } from "./run-details.ts";

/** What ran on a line of an open document, in V8's own terms, explained; null if nothing was recorded there. */
export const lineDetails = request<RunDetails | null>()("heatline/lineDetails", v.object({ uri: v.string(), line: lineNumber }));
