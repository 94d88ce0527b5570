import {
  examplesOf,
  formPairs,
  isObject,
  type Json,
  mostVariants,
  nameOf,
  resolved,
  type Sampler,
  simpleText,
  text,
} from "./openapi-values.ts";

/** Where an operation's request goes, with one choice of its parameters' examples. */
export interface Parameters {
  /** With its query; a required parameter without a value is `:name`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly asked: readonly string[];
  /** How many choices there are. */
  readonly variants: number;
}

export type ParameterProblem =
  { readonly code: "parameter"; readonly value: string; readonly place: string } | { readonly code: "reference"; readonly value: string };

/** `given` are the path's parameters, then the operation's, which override them. Optional ones are sent if they have an example. */
export function parametersOf(
  document: unknown,
  template: string,
  given: readonly unknown[],
  variant: number,
  sampler: Sampler,
): Parameters | ParameterProblem {
  const known = new Map<string, Json>();
  for (const each of given) {
    const parameter = resolved(document, each);
    if (!isObject(parameter)) return { code: "reference", value: isObject(each) ? nameOf(each["$ref"]) : "" };
    known.set(`${nameOf(parameter["in"])} ${nameOf(parameter["name"])}`, parameter);
  }
  let path = template;
  let variants = 1;
  const query: string[] = [];
  const cookies: string[] = [];
  const headers: Record<string, string> = {};
  const asked: string[] = [];
  for (const parameter of known.values()) {
    const name = nameOf(parameter["name"]);
    const place = nameOf(parameter["in"]);
    sampler.step(1 + path.length / 1000);
    const isRequired = parameter["required"] === true || place === "path";
    const values = valuesOf(document, parameter, isRequired, sampler);
    variants = Math.max(variants, values.length);
    const value = sampler.checked(values[Math.min(variant, values.length - 1)]);
    if (value === undefined && !isRequired) continue;
    const explodes = parameter["explode"] ?? (place === "query" || place === "cookie");
    switch (place) {
      case "path": {
        const isSimple = (parameter["style"] ?? "simple") === "simple";
        if (!isSimple) return { code: "parameter", value: name, place };
        if (value === undefined) asked.push(placeholder(name));
        const filled = value === undefined ? placeholder(name) : encodeURIComponent(simpleText(value, explodes === true));
        path = path.replaceAll(`{${name}}`, () => filled);
        break;
      }
      case "query": {
        if (value === undefined) {
          asked.push(placeholder(name));
          query.push(`${encodeURIComponent(name)}=${placeholder(name)}`);
          break;
        }
        const pairs = formPairs(name, value, nameOf(parameter["style"] ?? "form"), explodes === true);
        if (pairs === undefined && isRequired) return { code: "parameter", value: name, place };
        for (const [key, each] of pairs ?? []) query.push(`${encodeURIComponent(key)}=${encodeURIComponent(each)}`);
        break;
      }
      case "header":
      case "cookie": {
        // OpenAPI says these elsewhere.
        if (place === "header" && /^(?:accept|content-type|authorization)$/i.test(name)) break;
        if (value === undefined) return { code: "parameter", value: name, place };
        if (place === "header") headers[name] = simpleText(value, explodes === true);
        else for (const [key, each] of formPairs(name, value, "form", explodes === true) ?? []) cookies.push(`${key}=${each}`);
        break;
      }
    }
  }
  path = path.replaceAll(/\{([^{}/]+)\}/g, (_all, name: string) => {
    asked.push(placeholder(name));
    return placeholder(name);
  });
  return {
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: cookies.length === 0 ? headers : { ...headers, cookie: cookies.join("; ") },
    asked,
    variants,
  };
}

/** Its examples; of a required parameter also a default or an enum's first value. */
function valuesOf(document: unknown, parameter: Json, isRequired: boolean, sampler: Sampler): readonly unknown[] {
  const content = isObject(parameter["content"]) ? Object.values(parameter["content"])[0] : undefined;
  const described = isObject(content) ? content : parameter;
  const examples = examplesOf(document, described);
  if (examples.length > 0) return isObject(content) ? examples.slice(0, mostVariants).map((each) => text(sampler.checked(each))) : examples;
  const schema = resolved(document, described["schema"]);
  if (!isObject(schema)) return [];
  if (!isRequired && schema["example"] === undefined && !Array.isArray(schema["examples"])) return [];
  const sample = sampler.sample(schema);
  if ("missing" in sample) return [];
  return [isObject(content) ? text(sampler.checked(sample.value)) : sample.value];
}

/** As the form asks for it. */
function placeholder(name: string): string {
  return `:${name.replaceAll(/\W/g, "_")}`;
}
