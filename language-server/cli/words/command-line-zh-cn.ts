import { commandChinese } from "../../texts/bundles/command/zh-cn.ts";
import { chinese } from "../../texts/bundles/zh-cn.ts";

/** All that the command says in this language: a bundle of its own, which `words.ts` loads. */
export const chineseTexts = { ...chinese, ...commandChinese };
