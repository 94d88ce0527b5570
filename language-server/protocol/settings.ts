import * as v from "valibot";
import { categories } from "../analysis/costs/costs.ts";
import type { ClientNotification } from "./message.ts";
import { readOnlyObject } from "../analysis/collections.ts";

const mostPatterns = 100;

/** Settings are written by people: an invalid one falls back to its default, the others apply. */
const settings = readOnlyObject({
  /** The figure that heat follows; lists, flame graphs and comparisons show `timeHeat` of it. */
  heatBy: v.fallback(v.picklist(["withLibraries", "self", "total", "waiting", "allocated"]), "withLibraries"),
  inlineText: v.fallback(v.picklist(["selfAndTotal", "self", "total", "ticks", "perRequest", "none"]), "selfAndTotal"),
  codeLens: v.fallback(v.boolean(), true),
  /** Share of busy time below which functions get no lens and lines no annotation. */
  threshold: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.005),
  /** Glob patterns of own code in addition to the workspace's files. */
  ownCode: v.fallback(v.pipe(v.array(v.string()), v.maxLength(mostPatterns), v.readonly()), []),
  /** Lists advice in the Problems panel too. */
  adviceInProblems: v.fallback(v.boolean(), false),
  /** Kinds of code that lists, flame graphs and exports leave out where the selection leaves it to them. */
  listsWithout: v.fallback(v.pipe(v.array(v.picklist(categories)), v.maxLength(categories.length), v.readonly()), []),
  /** Maps folders as the app sees them to absolute paths on this machine. */
  pathMappings: v.fallback(v.pipe(v.record(v.string(), v.string()), v.readonly()), {}),
});

export type ServerSettings = v.InferOutput<typeof settings>;

/** Used for a client that sends none. */
export const defaultSettings: ServerSettings = v.parse(settings, {});

const settingsParams = v.fallback(settings, defaultSettings);

/** New settings; heat and lenses are updated. */
export const settingsChanged: ClientNotification<typeof settingsParams> = { method: "heatline/settings", params: settingsParams };

/** The client's `initializationOptions`. */
export const serverOptions = v.fallback(
  v.object({
    runsFolder: v.fallback(v.string(), ""),
    settings: settingsParams,
    /** The client's language, for hovers and lenses: `en`, `zh-cn`, `ru`. */
    locale: v.fallback(v.string(), "en"),
    /** The client has the commands of `client-commands.ts` and draws VS Code's icons. */
    commands: v.fallback(v.boolean(), false),
  }),
  { runsFolder: "", settings: defaultSettings, locale: "en", commands: false },
);

export type ServerOptions = Readonly<v.InferOutput<typeof serverOptions>>;
