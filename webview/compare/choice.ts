import * as v from "valibot";
import { columnNames, firstOrder } from "./row-order.ts";

const order = v.object({ column: v.picklist(columnNames), direction: v.picklist(["ascending", "descending"]) });
const choice = v.object({
  tab: v.picklist(["functions", "lines", "flame"]),
  orders: v.object({ functions: order, lines: order }),
  filter: v.string(),
  hideNoise: v.boolean(),
});

/** How the user views comparisons; stored across comparisons and sessions. */
export type Choice = v.InferOutput<typeof choice>;

/** The stored choice, or the default if nothing valid is stored. */
export function choiceFrom(kept: unknown): Choice {
  const found = v.safeParse(choice, kept);
  return found.success
    ? found.output
    : { tab: "functions", orders: { functions: firstOrder, lines: firstOrder }, filter: "", hideNoise: false };
}
