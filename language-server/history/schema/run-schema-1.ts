import * as v from "valibot";
import { writtenText } from "./coded-text-schema.ts";
import { count, text } from "./run-values.ts";

const oldTexts = v.object({ recorderNote: text, problems: v.array(v.object({ message: text, count })) });

/** In schema 1 a run's problems and note were English sentences: they are shown unchanged. */
export function fromSchema1(value: object): object {
  const old = v.safeParse(oldTexts, value);
  if (!old.success) return value;
  const { recorderNote, problems } = old.output;
  return {
    ...value,
    schema: 2,
    recorderNote: recorderNote === "" ? undefined : writtenText(recorderNote),
    problems: problems.map(({ message, count }) => ({ ...writtenText(message), count })),
  };
}
