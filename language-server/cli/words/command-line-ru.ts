import { commandRussian } from "../../texts/bundles/command/ru.ts";
import { russian } from "../../texts/bundles/ru.ts";

/** All that the command says in this language: a bundle of its own, which `words.ts` loads. */
export const russianTexts = { ...russian, ...commandRussian };
