import type { Report } from "../../analysis/exporters/markdown.ts";
import { bytesText } from "../../analysis/figures.ts";
import type { Bytes, Line, Share } from "../../analysis/units.ts";
import type { AllocatingFunction, Allocation, RunAllocations } from "../../answers/allocations/run-allocations.ts";
import type { ReportWords } from "../run-report.ts";

type AllocationWords = Pick<ReportWords, "textOf" | "locale" | "share">;

/** `allocates 48 kB per request, 31 % of all`. */
export function allocationText({ bytes, share, isPerRequest }: Allocation, { textOf, locale, share: shareOf }: AllocationWords): string {
  const values = { size: bytesText(bytes, locale), share: shareOf(share) };
  return textOf(isPerRequest ? "allocations.perRequest" : "allocations.window", values);
}

/** The same, and what of it is its own where libraries below it allocate, too: `… · 12 kB of it itself`. */
export function allocationFacts(allocation: Allocation, words: AllocationWords): string {
  const { bytes, self } = allocation;
  const itself = self < 0.95 * bytes ? [words.textOf("allocations.itself", { size: bytesText(self, words.locale) })] : [];
  return [allocationText(allocation, words), ...itself].join(" · ");
}

/** Functions that allocate most, with all of the run as the last row. */
export function allocationsTable(
  allocations: RunAllocations,
  limit: number,
  words: ReportWords,
  pathOf: (file: string) => string,
): Report["tables"][number] {
  const { textOf, locale, share } = words;
  const size = (bytes: Bytes): string => bytesText(bytes, locale);
  const { total } = allocations;
  const placeOf = ({ path, line }: AllocatingFunction["key"]): string => `${pathOf(path)}:${line}`;
  const row = (name: string, { bytes, self, share: of }: Allocation, place: string): readonly string[] => [
    name,
    size(bytes),
    share(of),
    size(self),
    place,
  ];
  return {
    title: textOf("report.allocations"),
    columns: [
      textOf("report.function"),
      textOf(total.isPerRequest ? "report.allocations.perRequest" : "report.allocations.bytes"),
      textOf("report.allocations.share"),
      textOf("report.self"),
      textOf("report.place"),
    ],
    figures: [1, 2, 3],
    rows: [
      ...allocations.top(limit).map((each) => row(words.functionName(each.key.name), each, placeOf(each.key))),
      row(textOf("report.allocations.all"), total, ""),
    ],
    none: "",
  };
}

/** What `heatline report --json` has of an allocations pass. Bytes are those of a request, if `perRequest`; else of the whole window. */
export interface JsonAllocations {
  readonly perRequest: boolean;
  /** Of all code. */
  readonly bytes: Bytes;
  readonly functions: readonly {
    readonly name: string;
    readonly file: string;
    readonly line: Line;
    /** With the libraries below it. */
    readonly bytes: Bytes;
    readonly selfBytes: Bytes;
    readonly share: Share;
    readonly samples: number;
  }[];
}

/** `pathNow`: where a source is now. */
export function jsonAllocations(allocations: RunAllocations, limit: number, pathNow: (path: string) => string): JsonAllocations {
  const { isPerRequest, bytes } = allocations.total;
  return {
    perRequest: isPerRequest,
    bytes,
    functions: allocations.top(limit).map(({ key, self, bytes: ofFunction, share, samples }) => ({
      name: key.name,
      file: pathNow(key.path),
      line: key.line,
      bytes: ofFunction,
      selfBytes: self,
      share,
      samples,
    })),
  };
}
