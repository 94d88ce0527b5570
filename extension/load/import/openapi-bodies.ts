import { examplesOf, isObject, type Json, mostVariants, nameOf, resolved, type Sampler, text } from "./openapi-values.ts";

export interface RequestBody {
  readonly type: string;
  readonly text: string;
}

export type BodyProblem = { readonly code: "body-example" | "media-type" | "reference"; readonly value: string };

/** The bodies that the document has examples of; empty if the operation has no body. An optional one is not left out: it may be the work. */
export function requestBodies(document: unknown, given: unknown, sampler: Sampler): readonly RequestBody[] | BodyProblem {
  if (given === undefined) return [];
  const described = resolved(document, given);
  if (!isObject(described)) return { code: "reference", value: isObject(given) ? nameOf(given["$ref"]) : "" };
  const content = isObject(described["content"]) ? described["content"] : {};
  const types = Object.keys(content).toSorted((one, other) => rank(one) - rank(other));
  let problem: BodyProblem = { code: "media-type", value: types.join(", ") };
  for (const type of types) {
    const media = resolved(document, content[type]);
    const bodies = isObject(media) ? bodiesOf(document, type, media, sampler) : problem;
    if (!("code" in bodies)) return bodies;
    if (rank(type) < unknownRank) problem = bodies;
  }
  return problem;
}

function bodiesOf(document: unknown, type: string, media: Json, sampler: Sampler): readonly RequestBody[] | BodyProblem {
  const examples = examplesOf(document, media);
  if (examples.length > 0) {
    const texts = examples.slice(0, mostVariants).map((example) => encoded(type, sampler.checked(example)));
    return texts.some((each) => each === undefined)
      ? { code: "media-type", value: type }
      : texts.map((each) => ({ type, text: each ?? "" }));
  }
  if (rank(type) === unknownRank) return { code: "media-type", value: type };
  const sample = sampler.sample(media["schema"]);
  if ("missing" in sample) return { code: sample.missing.startsWith("#") ? "reference" : "body-example", value: sample.missing };
  return [{ type, text: encoded(type, sampler.checked(sample.value)) ?? "" }];
}

const unknownRank = 3;

/** JSON before forms and plain text; of other types only examples that are texts can be sent. */
function rank(type: string): number {
  if (/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) return 0;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return 1;
  return /^text\/plain\b/i.test(type) ? 2 : unknownRank;
}

function encoded(type: string, value: unknown): string | undefined {
  switch (rank(type)) {
    case 0:
      return JSON.stringify(value);
    case 1:
      return isObject(value)
        ? new URLSearchParams(Object.entries(value).map(([name, each]): [string, string] => [name, text(each)])).toString()
        : text(value);
    case 2:
      return text(value);
    default:
      return typeof value === "string" && !/^multipart\//i.test(type) ? value : undefined;
  }
}
