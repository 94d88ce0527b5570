import { load, YAMLException } from "js-yaml";
import { documentProblem, textProblem } from "./document-size.ts";
import { importHar, isHar } from "./har.ts";
import { importHttpFile } from "./http-file.ts";
import { ImportBudget, ImportEnded, importLimits, type ImportLimits } from "./import-budget.ts";
import { Collected, type Imported, type ImportFailure } from "./imported.ts";
import { importOpenApi, openApiVersion } from "./openapi.ts";

/** Reads the requests of a file: `.http` and `.rest` by its name, HAR and OpenAPI by what it holds. */
export function readRequests(fileName: string, source: string, limits: ImportLimits = importLimits): Imported | ImportFailure {
  const text = source.replace(/^\uFEFF/, "");
  const collected = new Collected(new ImportBudget(limits));
  if (/\.(?:http|rest)$/i.test(fileName)) return collecting(collected, () => importHttpFile(text, collected));
  const parsed = parse(text, limits);
  if ("code" in parsed) return parsed;
  const { document } = parsed;
  if (isHar(document)) return collecting(collected, () => importHar(document, collected));
  const version = openApiVersion(document);
  if (version === undefined) return { code: "unknown-format" };
  if (!version.startsWith("3.")) return { code: "old-openapi", version };
  return collecting(collected, () => importOpenApi(document, collected));
}

/** What was found until the budget ended. */
function collecting(collected: Collected, read: () => void): Imported {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ImportEnded)) throw error;
    collected.end(error.limit);
  }
  return collected.imported();
}

function parse(text: string, limits: ImportLimits): { readonly document: unknown } | ImportFailure {
  const isJson = /^\s*\{/.test(text);
  if (!isJson && text.length > limits.yamlBytes) return { code: "large-yaml", limit: limits.yamlBytes };
  const problem = textProblem(text, limits);
  if (problem !== undefined) return problem;
  try {
    const document = isJson ? (JSON.parse(text) as unknown) : load(text, { maxAliases: limits.aliases, maxDepth: limits.depth });
    return documentProblem(document, limits) ?? { document };
  } catch (error) {
    if (error instanceof YAMLException) return yamlFailure(error, limits);
    if (!(error instanceof SyntaxError)) throw error;
    const position = /at position (\d+)/.exec(error.message)?.[1];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split("\n").length;
    return { code: "syntax", line, reason: error.message.replace(/\s*(?:in JSON )?at position.*$/s, "") };
  }
}

function yamlFailure(error: YAMLException, { aliases, depth }: ImportLimits): ImportFailure {
  if (error.reason.includes("maxAliases")) return { code: "too-many-aliases", limit: aliases };
  if (error.reason.includes("maxDepth")) return { code: "too-deep", limit: depth };
  return { code: "syntax", line: yamlLine(error), reason: error.reason };
}

function yamlLine({ mark }: YAMLException): number | undefined {
  return mark === undefined || mark === null ? undefined : mark.line + 1;
}
