import { load, YAMLException } from "js-yaml";
import { importHar, isHar } from "./har.ts";
import { importHttpFile } from "./http-file.ts";
import type { Imported, ImportFailure } from "./imported.ts";
import { importOpenApi, openApiVersion } from "./openapi.ts";

/** Reads the requests of a file: `.http` and `.rest` by its name, HAR and OpenAPI by what it holds. */
export function readRequests(fileName: string, source: string): Imported | ImportFailure {
  const text = source.replace(/^\uFEFF/, "");
  if (/\.(?:http|rest)$/i.test(fileName)) return importHttpFile(text);
  const parsed = parse(text);
  if ("code" in parsed) return parsed;
  const { document } = parsed;
  if (isHar(document)) return importHar(document);
  const version = openApiVersion(document);
  if (version === undefined) return { code: "unknown-format" };
  return version.startsWith("3.") ? importOpenApi(document) : { code: "old-openapi", version };
}

function parse(text: string): { readonly document: unknown } | ImportFailure {
  try {
    return { document: /^\s*\{/.test(text) ? (JSON.parse(text) as unknown) : load(text) };
  } catch (error) {
    if (error instanceof YAMLException) return { code: "syntax", line: yamlLine(error), reason: error.reason };
    if (!(error instanceof SyntaxError)) throw error;
    const position = /at position (\d+)/.exec(error.message)?.[1];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split("\n").length;
    return { code: "syntax", line, reason: error.message.replace(/\s*(?:in JSON )?at position.*$/s, "") };
  }
}

function yamlLine({ mark }: YAMLException): number | undefined {
  return mark === undefined || mark === null ? undefined : mark.line + 1;
}
