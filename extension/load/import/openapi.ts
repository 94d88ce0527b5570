import type { ImportBudget } from "./import-budget.ts";
import type { Collected, Found, ImportNote } from "./imported.ts";
import { type RequestBody, requestBodies } from "./openapi-bodies.ts";
import { parametersOf, type Parameters } from "./openapi-parameters.ts";
import { isLoopback } from "../../../language-server/analysis/load/socket-address.ts";
import { isObject, type Json, mostVariants, nameOf, resolved, Sampler } from "./openapi-values.ts";

/** OpenAPI 3.0 and 3.1: https://spec.openapis.org/oas/v3.1.1. */

/** `3.0.3`, or `2.0` of Swagger; undefined if it is neither. */
export function openApiVersion(document: unknown): string | undefined {
  if (!isObject(document)) return undefined;
  const version = document["openapi"] ?? document["swagger"];
  return typeof version === "string" || typeof version === "number" ? String(version) : undefined;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** One request for each operation, or several where parameters or the body have several examples. */
export function importOpenApi(document: unknown, collected: Collected): void {
  const root = isObject(document) ? document : {};
  const security = securityOf(root);
  if (security !== "") collected.noteFirst({ code: "security", value: security });
  const paths = isObject(root["paths"]) ? root["paths"] : {};
  for (const [path, given] of Object.entries(paths)) {
    const item = resolved(document, given);
    if (!isObject(item)) {
      collected.note({ at: { operation: path }, code: "reference", value: isObject(given) ? nameOf(given["$ref"]) : path });
      continue;
    }
    for (const method of methods) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const server = serverOf(root, item, operation);
      collected.budget.step();
      const asked = { document, path, item, operation, at: { operation: `${method.toUpperCase()} ${path}` } };
      const requests = collected.unlessLarge(asked.at, () => requestsOf(asked, method.toUpperCase(), collected.budget)) ?? [];
      if ("code" in requests) collected.note(requests);
      else
        for (const each of requests)
          collected.add({ ...each, origin: server.origin, request: { ...each.request, path: server.base + each.request.path } });
    }
  }
}

interface Operation {
  readonly document: unknown;
  readonly path: string;
  readonly item: Json;
  readonly operation: Json;
  readonly at: Found["at"];
}

function requestsOf(
  { document, path, item, operation, at }: Operation,
  method: string,
  budget: ImportBudget,
): readonly Found[] | ImportNote {
  const sampler = new Sampler(document, budget);
  const bodies = requestBodies(document, operation["requestBody"], sampler);
  if ("code" in bodies) return { at, ...bodies };
  const given = [item["parameters"], operation["parameters"]].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const found: Found[] = [];
  let count = Math.max(1, bodies.length);
  for (let variant = 0; variant < count; variant += 1) {
    const parameters = parametersOf(document, path, given, variant, sampler);
    if ("code" in parameters) return { at, ...parameters };
    count = Math.min(mostVariants, Math.max(count, parameters.variants));
    found.push({
      at,
      origin: "",
      request: request(method, parameters, bodies[Math.min(variant, bodies.length - 1)]),
      asked: parameters.asked,
    });
  }
  return found;
}

function request(method: string, { path, headers }: Parameters, body: RequestBody | undefined): Found["request"] {
  const type = body === undefined ? {} : { "content-type": body.type };
  return { method, path, headers: { ...type, ...headers }, body: body?.text ?? "" };
}

/** This machine's server if there is one, else the first; its path comes before the operation's. Variables have their defaults. */
function serverOf(root: Json, item: Json, operation: Json): { readonly origin: string; readonly base: string } {
  const list = [operation, item, root].map(({ servers }) => servers).find((servers) => Array.isArray(servers) && servers.length > 0);
  const all = Array.isArray(list) ? list.filter((each) => isObject(each)).map(urlOf) : [];
  const near = all.filter((url) => url.origin === unknownOrigin || isLoopback(url.hostname));
  const [server] = [...near, ...all];
  const base = (server?.pathname ?? "").replace(/(?<!\/)\/+$/, "");
  return { origin: server === undefined || server.origin === unknownOrigin ? "" : server.origin, base };
}

/** Of a server whose address is relative to the document's. */
const unknownOrigin = "http://server.invalid";

function urlOf(server: Json): URL {
  const variables = isObject(server["variables"]) ? server["variables"] : {};
  const filled = nameOf(server["url"] ?? "/").replaceAll(/\{([^{}]*)\}/g, (all, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isObject(variable) ? nameOf(variable["default"] ?? all) : all;
  });
  return URL.parse(filled, unknownOrigin) ?? new URL(unknownOrigin);
}

/** The names of the schemes that the document asks for: their values are no part of it. */
function securityOf(root: Json): string {
  const components = isObject(root["components"]) ? root["components"] : {};
  return isObject(components["securitySchemes"]) ? Object.keys(components["securitySchemes"]).join(", ") : "";
}
