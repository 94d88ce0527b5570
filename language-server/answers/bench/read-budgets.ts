import path from "node:path";
import { type Budgets, noBudgets, parseBudgets } from "../../analysis/pairs/budgets.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { Bytes } from "../../analysis/units.ts";
import { readRegular } from "../../history/regular-file.ts";
import { isMissing, isRefusal } from "../../platform/refusals.ts";

const budgetsName = "heatline.budgets.json";

const mostBytes: Bytes = 1024 * 1024;

/**
 * The budgets in `file` if one was named, else in the app's folder, where there may be none. `root` is that of the checkout that both are in. Throws a
 * UserError that says what is wrong.
 */
export async function readBudgets({ file, appFolder, root }: BudgetsPlace): Promise<Budgets> {
  const wanted = file ?? path.join(appFolder, budgetsName);
  try {
    const bytes = await readRegular(wanted, mostBytes);
    if (bytes === undefined) throw new UserError("budgets.unreadable", { file: wanted, reason: { code: "budgets.noFile" } });
    return parseBudgets(bytes.toString(), { name: path.basename(wanted), folder: path.relative(root, path.dirname(wanted)) });
  } catch (error) {
    if (file === undefined && isMissing(error)) return noBudgets;
    if (isRefusal(error)) throw new UserError("budgets.unreadable", { file: wanted, reason: reasonOf(error) }, { cause: error });
    throw error;
  }
}

interface BudgetsPlace {
  readonly file: string | undefined;
  readonly appFolder: string;
  readonly root: string;
}
