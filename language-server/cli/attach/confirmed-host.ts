import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import { isThisMachine } from "../../platform/this-machine.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { Terminal } from "../command.ts";
import { yesOrNo } from "../terminal.ts";

/** Whether an app on a host may be attached to: on this machine, or with the user's yes. Says why not. */
export async function mayAttach(host: string, isAgreed: boolean, { err, words }: Terminal): Promise<boolean> {
  if (isThisMachine(host) || isAgreed) return true;
  const isYes = await yesOrNo(`${harmless(words.say({ code: "command.attach.question", values: { host } }))} `);
  if (isYes === true) return true;
  const refusal: CommandText =
    isYes === undefined ? { code: "command.attach.needsYes", values: { host } } : { code: "command.attach.declined" };
  err.write(`heatline: ${harmless(words.say(refusal))}\n`);
  return false;
}
