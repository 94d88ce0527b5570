import * as v from "valibot";
import type { LoadDefaults } from "../../analysis/load/load.ts";
import { maskedText } from "../../analysis/masking/masked-text.ts";
import { isSecretHeader } from "../../analysis/masking/secret-names.ts";
import { Refusal } from "../tools/tool.ts";

const text = v.pipe(v.string(), v.maxLength(100_000));
const headers = v.record(v.pipe(v.string(), v.maxLength(200)), v.pipe(text, v.description("A secret only as ${env:NAME}.")));
const request = {
  method: v.optional(v.pipe(text, v.regex(/^[A-Za-z]{1,20}$/))),
  path: v.optional(v.pipe(text, v.regex(/^\//), v.description("Such as /orders?limit=10."))),
  headers: v.optional(headers),
  body: v.optional(text),
};

const within = (least: number, most: number, words: string) =>
  v.optional(v.pipe(v.number(), v.minValue(least), v.maxValue(most), v.description(words)));

/** What an agent may send to the app it starts. */
export const givenLoad = v.pipe(
  v.strictObject({
    ...request,
    requests: v.optional(
      v.pipe(v.array(v.strictObject({ ...request, weight: within(0.001, 1000, "How often, relative to the others.") })), v.maxLength(50)),
    ),
    setup: v.optional(
      v.pipe(
        v.array(v.strictObject(request)),
        v.maxLength(20),
        v.description("Sent once before the load, such as a login; its cookies are kept."),
      ),
    ),
    seconds: within(1, 300, "Default 10. Longer loads tell smaller changes."),
    warmupSeconds: within(0, 120, "Default 2."),
    connections: within(1, 1000, "Default 10."),
    ratePerSecond: within(1, 100_000, "Default: as fast as the app answers. A rate shows slow requests as users see them."),
  }),
  v.description("HTTP requests to send to the app once it listens. What is left out is as the project has it."),
);

/** With the values of `${env:NAME}`. Throws a Refusal for a secret that is written out, and for a variable that is not set. */
export function loadFrom({ seconds, ...given }: v.InferOutput<typeof givenLoad>): LoadDefaults {
  const { requests, setup, headers: own, body, path, ...numbers } = given;
  const filled = requestFrom({ headers: own, body, path });
  return {
    ...numbers,
    ...filled,
    ...(seconds === undefined ? {} : { durationSeconds: seconds }),
    ...(requests === undefined ? {} : { requests: requests.map((each) => ({ ...each, ...requestFrom(each) })) }),
    ...(setup === undefined ? {} : { setup: setup.map((each) => ({ ...each, ...requestFrom(each) })) }),
  };
}

type Given = Pick<v.InferOutput<v.ObjectSchema<typeof request, undefined>>, "headers" | "body" | "path">;

function requestFrom({ headers: given = {}, body, path }: Given): Pick<LoadDefaults, "headers" | "body" | "path"> {
  const filled = Object.entries(given).map(([name, value]) => {
    if (!/\$\{env:/.test(value) && (isSecretHeader(name) || maskedText(value) !== value)) throw secret(`the header ${name}`);
    return [name, withEnvironment(value)] as const;
  });
  for (const [value, what] of [
    [body, "the body"],
    [path, "the path"],
  ] as const)
    if (value !== undefined && maskedText(value) !== value && !/\$\{env:/.test(value)) throw secret(what);
  return {
    ...(filled.length === 0 ? {} : { headers: Object.fromEntries(filled) }),
    ...(body === undefined ? {} : { body: withEnvironment(body) }),
    ...(path === undefined ? {} : { path: withEnvironment(path) }),
  };
}

function secret(what: string): Refusal {
  return new Refusal(
    `There is a secret in ${what}. Write it as \${env:NAME}, and have the user set that variable where the server is started.`,
  );
}

function withEnvironment(value: string): string {
  return value.replaceAll(/\$\{env:(\w+)\}/g, (_all, name: string) => {
    const found = process.env[name];
    if (found === undefined) throw new Refusal(`The environment variable ${name} is not set where the server was started.`);
    return found;
  });
}
