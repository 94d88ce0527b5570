import * as v from "valibot";
import { writtenText, count, text } from "./run-failure.ts";
import { runSchemaVersion, type versionSchema } from "./run-schema.ts";

const oldTexts = v.object({ recorderNote: text, problems: v.array(v.object({ message: text, count })) });

/** The content of a `run.json` of any version as of today's. What it lacks, such as marks, nobody had measured then. */
export function fromEarlierSchema(value: v.InferOutput<typeof versionSchema>): object {
  const { schema } = value;
  if (schema === runSchemaVersion) return value;
  return schema === 1 ? fromSchema1(value) : { ...value, schema: runSchemaVersion };
}

/** In schema 1 a run's problems and note were English sentences: they are shown unchanged. */
function fromSchema1(value: object): object {
  const old = v.safeParse(oldTexts, value);
  if (!old.success) return value;
  const { recorderNote, problems } = old.output;
  return {
    ...value,
    schema: runSchemaVersion,
    recorderNote: recorderNote === "" ? undefined : writtenText(recorderNote),
    problems: problems.map(({ message, count }) => ({ ...writtenText(message), count })),
  };
}
