import type { CodedText } from "../../../texts/coded-text.ts";
import { isLoopback } from "../../load/socket-address.ts";
import type { LoadReport } from "../../load/load.ts";
import { maskedLabel } from "../../masking/masked-load.ts";
import { isSameMasked } from "../../masking/secret-values.ts";

/** What two loads differ in; each side's fact, "" if it has none. */
export interface UnlikeLoad {
  readonly kind: "loaded" | "requests" | "requestDetails" | "setup" | "tool" | "connections" | "rate" | "pipelining";
  readonly base: string | CodedText;
  readonly next: string | CodedText;
}

const noLoad: CodedText = { code: "standing.noLoad" };

/** The heaviest difference first. What a tool or an older run does not report differs from nothing. */
export function unlikeLoads(base: LoadReport | undefined, next: LoadReport | undefined): readonly UnlikeLoad[] {
  if (base === undefined && next === undefined) return [];
  if (base === undefined || next === undefined) return [{ kind: "loaded", base: loadText(base), next: loadText(next) }];
  const found: UnlikeLoad[] = [];
  const [before, after] = [targetText(base), targetText(next)];
  if (!isSameRequests(base, next))
    found.push({ kind: isSameMasked(before, after) ? "requestDetails" : "requests", base: before, next: after });
  if (base.sent !== undefined && next.sent !== undefined && base.sent.setup !== next.sent.setup)
    found.push({ kind: "setup", base: "", next: "" });
  if (base.tool !== next.tool) found.push({ kind: "tool", base: base.tool, next: next.tool });
  const numbers = [
    ["connections", base.connections, next.connections],
    ["rate", base.sent?.ratePerSecond, next.sent?.ratePerSecond],
    ["pipelining", base.sent?.pipelining, next.sent?.pipelining],
  ] as const;
  for (const [kind, one, other] of numbers)
    if (one !== undefined && other !== undefined && one !== other)
      found.push({ kind, base: amountText(kind, one), next: amountText(kind, other) });
  return found;
}

function loadText(load: LoadReport | undefined): string | CodedText {
  return load === undefined ? noLoad : maskedLabel(load.label);
}

function amountText(kind: UnlikeLoad["kind"], amount: number): string | CodedText {
  return kind === "rate" && amount === 0 ? { code: "standing.noRate" } : `${amount}`;
}

function isSameRequests(base: LoadReport, next: LoadReport): boolean {
  if (hostOf(base) !== hostOf(next)) return false;
  if (base.sent !== undefined && next.sent !== undefined) return base.sent.requests === next.sent.requests;
  return isSameMasked(maskedLabel(base.label), maskedLabel(next.label)) && isSameMix(base.perRequest, next.perRequest);
}

/** In any order. */
function isSameMix(base: LoadReport["perRequest"], next: LoadReport["perRequest"]): boolean {
  if (base === undefined || next === undefined || base.length !== next.length) return base === undefined || next === undefined;
  const labels = (mix: typeof base): readonly string[] => mix.map(({ label }) => maskedLabel(label)).toSorted();
  const others = labels(next);
  return labels(base).every((label, index) => isSameMasked(label, others[index] ?? ""));
}

/** `GET /a`, with the server if it is on another machine. */
function targetText(load: LoadReport): string {
  const host = hostOf(load);
  return host === "" ? maskedLabel(load.label) : `${maskedLabel(load.label)} @ ${host}`;
}

/** "" for this machine, whose ports may change at each start. */
function hostOf({ url }: LoadReport): string {
  const [, host = "", name = ""] = /^https?:\/\/(?:[^/?#@]*@)?((\[[^\]]*\]|[^/?#:]*)(?::\d+)?)/i.exec(url) ?? [];
  return isLoopback(name.toLowerCase()) ? "" : host.toLowerCase();
}
