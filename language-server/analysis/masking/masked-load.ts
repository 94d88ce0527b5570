import type { LoadReport } from "../load/load.ts";
import { maskedText } from "./masked-text.ts";
import { maskedTokens } from "./token-shapes.ts";
import { maskedQuery } from "./masked-url.ts";

/** A load's report as it may be kept: without the secrets of its URLs, and of what its tool said. */
export function maskedLoad(report: LoadReport): LoadReport {
  const { url, label, perRequest, exitReason } = report;
  return {
    ...report,
    url: maskedLabel(url),
    label: maskedLabel(label),
    ...(exitReason === undefined ? {} : { exitReason: maskedText(exitReason) }),
    ...(perRequest === undefined ? {} : { perRequest: perRequest.map((each) => ({ ...each, label: maskedLabel(each.label) })) }),
  };
}

/** `GET /a?token=*** (+2)`. */
export function maskedLabel(label: string): string {
  return maskedTokens(maskedQuery(label));
}
