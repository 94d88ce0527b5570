import { createHash } from "node:crypto";
import { harmlessJson } from "../../analysis/escaping/hidden-characters.ts";

/** Findings in the Static Analysis Results Interchange Format 2.1.0, which code scanning and editors read. Always in English. */

const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Files are relative to it, wherever a reader has it. */
const rootId = "%SRCROOT%";

const rules = {
  "over-budget": { level: "error", text: "Costs more than its budget allows." },
  "slower-line": { level: "warning", text: "A line costs significantly more time than before." },
  "slower-function": { level: "warning", text: "A function costs significantly more time than before." },
  "faster-line": { level: "note", text: "A line costs significantly less time than before." },
  "faster-function": { level: "note", text: "A function costs significantly less time than before." },
} as const;

type SarifRule = keyof typeof rules;

export interface SarifFinding {
  readonly rule: SarifRule;
  readonly message: string;
  /** Tells findings of a rule apart when lines move: the name or text of what changed. */
  readonly identity: string;
  /** With `/`, relative to the root of the checkout; line 0 if it is no longer there; null for the whole app. */
  readonly at: { readonly file: string; readonly line: number } | null;
}

/** The content of a .sarif file. `version`: Heatline's. `kind` distinguishes files of one commit: `bench` or `compare`. */
export function sarifLog(kind: "bench" | "compare", findings: readonly SarifFinding[], version: string): string {
  const ids = Object.keys(rules) as readonly SarifRule[];
  const seen = new Map<string, number>();
  const log = {
    $schema: schema,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Heatline",
            semanticVersion: version,
            rules: ids.map((id) => ({ id, shortDescription: { text: rules[id].text }, defaultConfiguration: { level: rules[id].level } })),
          },
        },
        automationDetails: { id: `heatline/${kind}/` },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [rootId]: { description: { text: "The root of the checkout." } } },
        // Code scanning refuses results without a place.
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: findings
              .filter(({ at }) => at === null)
              .map(({ rule, message }) => ({ level: rules[rule].level, message: { text: message }, associatedRule: { id: rule } })),
          },
        ],
        results: findings.flatMap(({ rule, message, identity, at }) => {
          if (at === null) return [];
          const key = JSON.stringify([rule, at.file, identity]);
          const nth = seen.get(key) ?? 0;
          seen.set(key, nth + 1);
          return {
            ruleId: rule,
            ruleIndex: ids.indexOf(rule),
            level: rules[rule].level,
            message: { text: message },
            locations: [locationOf(at)],
            partialFingerprints: { "heatlineChange/v1": createHash("sha256").update(`${key} ${nth}`).digest("hex") },
          };
        }),
      },
    ],
  };
  return `${harmlessJson(log)}\n`;
}

function locationOf({ file, line }: NonNullable<SarifFinding["at"]>): object {
  const uri = file.split("/").map(encodeURIComponent).join("/");
  return {
    physicalLocation: { artifactLocation: { uri, uriBaseId: rootId }, ...(line > 0 ? { region: { startLine: line } } : {}) },
  };
}
