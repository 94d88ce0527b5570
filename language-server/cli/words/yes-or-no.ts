import { createInterface } from "node:readline/promises";

/** What the user answers on the terminal, in each of our languages. Undefined without a terminal. An end of the input is a no. */
export async function yesOrNo(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => questions.once("close", () => resolve("")));
    return /^\s*(?:y|yes|д|да|是)\s*$/i.test(await Promise.race([questions.question(question), ended]));
  } finally {
    questions.close();
  }
}
