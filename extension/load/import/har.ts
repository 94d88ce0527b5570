import * as v from "valibot";
import { shortened } from "../../../language-server/analysis/shortened.ts";
import { type Collected, sentHeaders } from "./imported.ts";

/** HTTP Archive 1.2, as browsers and proxies export it: http://www.softwareishard.com/blog/har-12-spec/. */

const pairs = v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []);
const entrySchema = v.object({
  request: v.object({
    method: v.string(),
    url: v.string(),
    headers: pairs,
    bodySize: v.optional(v.number(), 0),
    postData: v.nullish(
      v.object({
        mimeType: v.optional(v.string(), ""),
        text: v.optional(v.string(), ""),
        encoding: v.optional(v.string()),
        params: v.optional(
          v.array(v.object({ name: v.string(), value: v.optional(v.string(), ""), fileName: v.optional(v.string()) })),
          [],
        ),
      }),
    ),
  }),
  response: v.optional(v.object({ status: v.number(), content: v.optional(v.object({ mimeType: v.optional(v.string(), "") })) })),
});

type Entry = v.InferOutput<typeof entrySchema>;
type PostData = NonNullable<Entry["request"]["postData"]>;

export function isHar(value: unknown): value is { readonly log: { readonly entries: readonly unknown[] } } {
  return v.is(v.object({ log: v.object({ entries: v.array(v.unknown()) }) }), value);
}

/** Its requests to pages and interfaces; static files and requests without a response are counted only. */
export function importHar({ log }: { readonly log: { readonly entries: readonly unknown[] } }, collected: Collected): void {
  let unanswered = 0;
  let ofFiles = 0;
  log.entries.forEach((each, index) => {
    const at = { entry: index + 1 };
    const parsed = v.safeParse(entrySchema, each);
    if (!parsed.success) return collected.note({ at, code: "bad-entry" });
    const { request, response } = parsed.output;
    if (response === undefined || response.status <= 0) return (unanswered += 1);
    if (isStatic(parsed.output)) return (ofFiles += 1);
    const url = URL.parse(request.url);
    if (url === null || !/^https?:$/.test(url.protocol)) return collected.note({ at, code: "address", value: shortened(request.url, 80) });
    const body = bodyOf(request);
    if (typeof body !== "string") return collected.note({ at, code: body.code });
    const method = request.method.toUpperCase();
    return collected.add({
      at,
      origin: url.origin,
      request: { method, path: url.pathname + url.search, headers: sentHeaders(request.headers), body },
    });
  });
  if (unanswered > 0) collected.noteFirst({ code: "unanswered", count: unanswered });
  if (ofFiles > 0) collected.noteFirst({ code: "static", count: ofFiles });
}

/** Images, fonts, styles, scripts, sound and films: a browser keeps them, and in production another server often has them. */
function isStatic({ request, response }: Entry): boolean {
  const type = response?.content?.mimeType ?? "";
  return (
    /^(?:GET|HEAD)$/i.test(request.method) &&
    /^(?:image|font|audio|video)\/|^text\/css\b|^(?:text|application)\/(?:x-)?(?:java|ecma)script\b|^application\/(?:wasm|manifest\+json|(?:x-)?font[\w-]*|vnd\.ms-fontobject)\b/i.test(
      type,
    )
  );
}

function bodyOf({ bodySize, headers, postData }: Entry["request"]): string | { readonly code: "no-body" | "binary-body" | "file-upload" } {
  if (postData === undefined || postData === null) {
    const find = (wanted: string): string => headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? "";
    if (/^multipart\//i.test(find("content-type"))) return { code: "file-upload" };
    return bodySize > 0 || Number(find("content-length")) > 0 ? { code: "no-body" } : "";
  }
  const { text, encoding, params } = postData;
  if (isUpload(postData)) return { code: "file-upload" };
  if (text === "" && params.length > 0)
    return new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value])).toString();
  if (text === "" && bodySize > 0) return { code: "no-body" };
  if (encoding !== "base64") return text;
  const bytes = Buffer.from(text, "base64");
  const decoded = bytes.toString("utf8");
  return Buffer.from(decoded).equals(bytes) ? decoded : { code: "binary-body" };
}

/** Browsers leave the files' contents out. */
function isUpload({ mimeType, text, params }: PostData): boolean {
  if (!/^multipart\//i.test(mimeType)) return false;
  return text === "" || params.some(({ fileName }) => fileName !== undefined) || /^content-disposition:.*\bfilename=/im.test(text);
}
