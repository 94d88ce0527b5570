import * as v from "valibot";
import type { TextValue } from "../../texts/coded-text.ts";
import type { Bytes } from "../units.ts";
import { readOnlyObject } from "../collections.ts";

/** How to sign in, as far as the app's answers say. No value that they had is in it. */
const signInSchema = readOnlyObject({
  /** `basic`: by a name and a password in a header. `form`: by a form of a page. `request`: by one that only the user knows. */
  by: v.picklist(["basic", "form", "request"]),
  /** Path of the page that asks, or "". */
  page: v.string(),
  /** Of the form's request; of others a guess, or "". */
  method: v.picklist(["GET", "POST"]),
  action: v.string(),
  /** Names of the form's fields; "" if not known. */
  user: v.string(),
  password: v.string(),
  /** Names of the fields that the page fills in. */
  hidden: v.pipe(v.array(v.string()), v.readonly()),
  /** Set-up requests were sent before, and the app still asks. */
  isAfterSetup: v.boolean(),
  /** What their answers have, as requests name it: `{{login.token}}`. */
  values: v.pipe(
    v.array(readOnlyObject({ text: v.string(), kind: v.picklist(["text", "number", "boolean"]), length: v.number() })),
    v.readonly(),
  ),
  /** Names of the cookies that they set. */
  cookies: v.pipe(v.array(v.string()), v.readonly()),
});

export type SignIn = v.InferOutput<typeof signInSchema>;

/** A doubtful response to one of a plan's requests, sent once before the load. */
export const firstResponseSchema = readOnlyObject({
  /**
   * Why it is doubtful as the target of a load: none arrived in full, the server speaks https where http was tried or the reverse, or HTTP/2
   * alone where the tool speaks HTTP/1, an error, a redirect, an empty body of a GET, a page that asks for a password.
   */
  doubt: v.picklist(["failed", "scheme", "http2", "status", "redirect", "empty", "sign-in"]),
  /** `GET /orders`. */
  request: v.string(),
  milliseconds: v.pipe(v.number(), v.minValue(0)),
  /** Undefined if no response began. */
  status: v.optional(v.pipe(v.number(), v.integer())),
  /** `Not Found`; or why no response arrived, or not all of it. */
  reason: v.string(),
  /** First line of the body, a redirect's target, or the origin by the scheme that the server speaks. */
  firstLine: v.string(),
  /** Where the app wants to know who asks. */
  signIn: v.optional(signInSchema),
});

export type FirstResponse = v.InferOutput<typeof firstResponseSchema>;

/** A response as the recording sees it, whose reason is in no language yet. */
export type SeenResponse = Omit<FirstResponse, "reason"> & { readonly reason: TextValue };

/**
 * Undefined if the response is fine. After a POST a redirect to the result and an empty body are normal, but 307 and 308 ask to send it
 * elsewhere. 304 is the response to a conditional request.
 */
export function doubtAbout(method: string, status: number, bodyLength: Bytes): "status" | "redirect" | "empty" | undefined {
  const reads = method === "GET" || method === "HEAD";
  if (status >= 400) return "status";
  if (status >= 300 && status !== 304) return reads || status === 307 || status === 308 ? "redirect" : undefined;
  return method === "GET" && status !== 304 && bodyLength === 0 ? "empty" : undefined;
}
