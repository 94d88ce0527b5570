import * as vscode from "vscode";
import { type AskedPass, askedPasses } from "../../language-server/analysis/passes/asked-passes.ts";
import { pickTicked } from "../screen/picks.ts";
import { passAbout } from "./explain-words.ts";
import { passName } from "./pass-words.ts";

interface PassQuestion {
  /** Of the run. */
  readonly name: string;
  /** Why it cannot run; undefined if it can. */
  readonly refusal: (pass: AskedPass) => string | undefined;
  /** What so many passes take. */
  readonly cost: (passes: number) => string;
}

/** The list of passes with what each does. Those that cannot run here say why and cannot be ticked. Undefined if the user wants none. */
export async function pickPasses({ name, refusal, cost }: PassQuestion): Promise<readonly AskedPass[] | undefined> {
  const { t } = vscode.l10n;
  const items = askedPasses.map((pass) => ({ pass, refused: refusal(pass) }));
  const drawn = items.map(({ pass, refused }) => ({ pass, refused, label: passName(pass), detail: refused ?? passAbout(pass) }));
  const able = drawn.filter(({ refused }) => refused === undefined);
  const others = { heading: t("cannot run here"), items: drawn.filter(({ refused }) => refused !== undefined) };
  const told = (ticked: readonly object[]): string => (able.length === 0 ? t("No pass can run for this run.") : cost(ticked.length));
  const picked = await pickTicked(able, others, { placeHolder: t("What to measure to explain “{0}”", name), told });
  return picked?.map(({ pass }) => pass);
}
