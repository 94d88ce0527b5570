import * as v from "valibot";
import type { ClientNotification } from "./message.ts";

const mostPatterns = 100;

/** Settings are typed by people: each that cannot be used falls back to its default, the others hold. */
const settings = v.pipe(
  v.object({
    /** Figures that heat follows. */
    heatBy: v.fallback(v.picklist(["withLibraries", "self", "total"]), "withLibraries"),
    inlineText: v.fallback(v.picklist(["selfAndTotal", "self", "total", "ticks", "perRequest", "none"]), "selfAndTotal"),
    codeLens: v.fallback(v.boolean(), true),
    /** A share of busy time: functions below it get no lens, and lines below it no annotation. */
    threshold: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.005),
    /** Glob patterns of files that are own code beside the workspace's. */
    ownCode: v.fallback(v.pipe(v.array(v.string()), v.maxLength(mostPatterns), v.readonly()), []),
    /** Advice is listed in the Problems panel, too. */
    adviceInProblems: v.fallback(v.boolean(), false),
    /** Folders as the app knows them → absolute paths on this machine. */
    pathMappings: v.fallback(v.pipe(v.record(v.string(), v.string()), v.readonly()), {}),
  }),
  v.readonly(),
);

export type ServerSettings = v.InferOutput<typeof settings>;

/** What holds for a client that sends nothing. */
export const defaultSettings: ServerSettings = v.parse(settings, {});

const settingsParams = v.fallback(settings, defaultSettings);

/** New settings; heat and lenses follow. */
export const settingsChanged: ClientNotification<typeof settingsParams> = { method: "heatline/settings", params: settingsParams };

/** `initializationOptions` of the client. */
export const serverOptions = v.fallback(
  v.object({
    runsFolder: v.fallback(v.string(), ""),
    settings: settingsParams,
    /** Of the client, for hovers and lenses: `en`, `zh-cn`, `ru`. */
    locale: v.fallback(v.string(), "en"),
  }),
  { runsFolder: "", settings: defaultSettings, locale: "en" },
);

export type ServerOptions = Readonly<v.InferOutput<typeof serverOptions>>;
