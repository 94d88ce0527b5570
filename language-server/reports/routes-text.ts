import { shareText } from "../analysis/figures.ts";
import { noRoute } from "../analysis/selection/no-route.ts";
import { routeCostsOf, type RoutesView } from "../answers/routes/route-costs.ts";
import type { ReportWords } from "./run-report.ts";

const mostNamed = 10;

/** What of a run's busy time is of which route: `GET /orders 71.0 % · POST /login 24.0 %`, and how that was measured; "" if it is not known. */
export function routesText(opened: Parameters<typeof routeCostsOf>[0], words: Pick<ReportWords, "phrase" | "locale">): string {
  const costs = routeCostsOf(opened);
  return costs === undefined ? "" : routesLine(costs.view, words);
}

function routesLine({ by, routes }: RoutesView, { phrase, locale }: Pick<ReportWords, "phrase" | "locale">): string {
  const shown = routes.slice(0, mostNamed).map(({ name, share }) => {
    const label = name === noRoute ? phrase({ code: "selection.noRouteName" }) : name;
    return `${label} ${shareText(share, locale)}`;
  });
  const how = by === "windows" ? [phrase({ code: "selection.ownWindows" })] : [];
  return [...shown, ...(routes.length > mostNamed ? ["…"] : []), ...how].join(" · ");
}
