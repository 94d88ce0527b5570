import * as v from "valibot";
import type { TextValue } from "../../texts/coded-text.ts";
import type { Bytes } from "../units.ts";

/** A doubtful response to one of a plan's requests, sent once before the load. */
export const firstResponseSchema = v.pipe(
  v.object({
    /**
     * Why it is doubtful as the target of a load: none arrived in full, the server speaks https where http was tried or the reverse, or HTTP/2
     * alone where the tool speaks HTTP/1, an error, a redirect, an empty body of a GET.
     */
    doubt: v.picklist(["failed", "scheme", "http2", "status", "redirect", "empty"]),
    /** `GET /orders`. */
    request: v.string(),
    milliseconds: v.pipe(v.number(), v.minValue(0)),
    /** Undefined if no response began. */
    status: v.optional(v.pipe(v.number(), v.integer())),
    /** `Not Found`; or why no response arrived, or not all of it. */
    reason: v.string(),
    /** First line of the body, a redirect's target, or the origin by the scheme that the server speaks. */
    firstLine: v.string(),
  }),
  v.readonly(),
);

export type FirstResponse = v.InferOutput<typeof firstResponseSchema>;

export type Doubt = FirstResponse["doubt"];

/** A response as the recording sees it, whose reason is in no language yet. */
export type SeenResponse = Omit<FirstResponse, "reason"> & { readonly reason: TextValue };

/**
 * Undefined if the response is fine. After a POST a redirect to the result and an empty body are normal, but 307 and 308 ask to send it
 * elsewhere. 304 is the response to a conditional request.
 */
export function doubtAbout(method: string, status: number, bodyLength: Bytes): Exclude<Doubt, "failed" | "scheme" | "http2"> | undefined {
  const reads = method === "GET" || method === "HEAD";
  if (status >= 400) return "status";
  if (status >= 300 && status !== 304) return reads || status === 307 || status === 308 ? "redirect" : undefined;
  return method === "GET" && status !== 304 && bodyLength === 0 ? "empty" : undefined;
}
