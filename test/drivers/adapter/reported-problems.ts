import { shortWorkProblem } from "../../../language-server/recording/short-work.ts";
import { localisedFailure } from "../../../language-server/texts/localised.ts";
import type { DapClient } from "./dap-client.ts";

const busyMachine = localisedFailure(shortWorkProblem, "en").message;

/** What an English session has reported to be wrong, without what is only true because the machine is busy. */
export function reportedProblems(client: DapClient): readonly Readonly<Record<string, unknown>>[] {
  return client.all("heatline.problem").filter(({ message }) => !String(message).startsWith(busyMachine));
}
