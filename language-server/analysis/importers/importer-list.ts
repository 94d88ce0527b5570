import type { CommonText } from "../../texts/coded-text.ts";
import { austinImporter } from "./austin.ts";
import { collapsedImporter } from "./collapsed.ts";
import { cpuprofileImporter } from "./cpuprofile-file.ts";
import { firefoxImporter } from "./firefox/firefox-profile.ts";
import { flamebearerImporter } from "./flamebearer.ts";
import { graalvmSamplerImporter } from "./graalvm-sampler.ts";
import { hermesTraceImporter } from "./hermes-trace.ts";
import type { Importer } from "./importer.ts";
import { otlpImporter, otlpJsonImporter } from "./otlp/otlp.ts";
import { perfScriptImporter } from "./perf/perf-script.ts";
import { pprofImporter } from "./pprof/pprof.ts";
import { speedscopeImporter } from "./speedscope/speedscope.ts";
import { ticksJsonImporter } from "./ticks-json.ts";
import { traceImporter } from "./trace/trace.ts";
import { v8LogImporter } from "./v8-log-file.ts";
import { v8LogJsonImporter } from "./v8-log-json.ts";

/**
 * The formats that *Open Profile…* and `heatline report` read: one line each. The first importer that recognises a file reads it. All that
 * names formats takes them from here.
 */
export const importerList: readonly Importer[] = [
  v8LogImporter,
  v8LogJsonImporter,
  flamebearerImporter,
  hermesTraceImporter,
  traceImporter,
  ticksJsonImporter,
  firefoxImporter,
  speedscopeImporter,
  otlpJsonImporter,
  graalvmSamplerImporter,
  cpuprofileImporter,
  perfScriptImporter,
  austinImporter,
  collapsedImporter,
  otlpImporter,
  pprofImporter,
];

/** How much of a file's beginning an importer can look at. */
export const headLength = 4096;

/** The importer for a file that begins with `head`; undefined for an unknown format. */
export function importerFor(head: string): Importer | undefined {
  return importerList.find((importer) => importer.recognises(head.replace(/^(\uFEFF|\u00EF\u00BB\u00BF)/, "")));
}

const byName = importerList.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));

/** All formats, as they are shown in a sentence: each once. */
export const formatNames: CommonText = [...new Map(byName.map(({ name, title }) => [name, title])).entries()]
  .map(([name, title]): CommonText | string => (title === undefined ? name : { code: title }))
  .reduceRight((other, one): CommonText => ({ code: "format.list", values: { one, other } })) as CommonText;

/** What files may end with, for a dialog. */
export const fileExtensions: readonly string[] = [...new Set(byName.flatMap(({ extensions }) => extensions)), "gz"];

/** The names of files that the Explorer offers to open, as an expression in `package.json`. */
export const knownFiles: string = [...new Set(byName.flatMap(({ files }) => files?.source ?? []))].join("|");
