import * as v from "valibot";
import type { ServerOptions, ServerSettings } from "../protocol/protocol.ts";

/** What holds for a client that says nothing. */
export const defaultSettings: ServerSettings = {
  heatBy: "withLibraries",
  inlineText: "selfAndTotal",
  codeLens: true,
  threshold: 0.005,
  ownCode: [],
  adviceInProblems: false,
  pathMappings: {},
};

const mostPatterns = 100;

/** Settings are typed by people: each that cannot be used falls back to its default, the others hold. */
const settingsSchema = v.fallback(
  v.object({
    heatBy: v.fallback(v.picklist(["withLibraries", "self", "total"]), defaultSettings.heatBy),
    inlineText: v.fallback(v.picklist(["selfAndTotal", "self", "total", "ticks", "perRequest", "none"]), defaultSettings.inlineText),
    codeLens: v.fallback(v.boolean(), defaultSettings.codeLens),
    threshold: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), defaultSettings.threshold),
    ownCode: v.fallback(v.pipe(v.array(v.string()), v.maxLength(mostPatterns)), [...defaultSettings.ownCode]),
    adviceInProblems: v.fallback(v.boolean(), defaultSettings.adviceInProblems),
    pathMappings: v.fallback(v.record(v.string(), v.string()), {}),
  }),
  { ...defaultSettings, ownCode: [...defaultSettings.ownCode], pathMappings: {} },
);

const optionsSchema = v.fallback(
  v.object({
    runsFolder: v.fallback(v.string(), ""),
    settings: settingsSchema,
    locale: v.fallback(v.string(), "en"),
  }),
  { runsFolder: "", settings: { ...defaultSettings, ownCode: [], pathMappings: {} }, locale: "en" },
);

export function parseServerOptions(value: unknown): ServerOptions {
  return v.parse(optionsSchema, value);
}

export function parseSettings(value: unknown): ServerSettings {
  return v.parse(settingsSchema, value);
}
