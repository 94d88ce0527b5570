import type { Browser } from "playwright-core";
import type { FlameProfile } from "../../language-server/analysis/flame/flame-reduction.ts";
import type { FlameFilter, ToFlame } from "../../webview/flame/incoming.ts";
import type { FromFlame } from "../../webview/flame/outgoing.ts";
import { flamePage } from "../../webview/flame/page.ts";
import { open, type Opened, type Site } from "./browser.ts";

/** Serves the panel's page at `path`; `speedscope` is the path of the script to embed, for mutated copies. */
export function addFlamePage(site: Site, path: string, speedscope = "/speedscope/speedscope.js", theme = "vscode-dark"): string {
  const text = (file: string): string => Buffer.from(site.files.get(file)?.body ?? "").toString("utf8");
  const html = flamePage({
    nonce: "dGVzdA",
    cspSource: site.origin,
    script: text("/flame.js"),
    speedscopeScript: text(speedscope),
    speedscopeStyle: text("/speedscope/speedscope.css"),
    speedscopeUri: `${site.origin}/speedscope`,
  }).replace("<body ", `<body data-vscode-theme-kind="${theme}" `);
  site.files.set(path, { body: html, type: "text/html; charset=utf-8" });
  return site.origin + path;
}

/**
 * Two threads, drawn as text: one column is 100 µs of the timeline, one row a level of the stack.
 */
function drawnProfile(threads: Readonly<Record<string, readonly string[]>>, names: Readonly<Record<string, string>>): FlameProfile {
  const letters = Object.keys(names);
  return {
    $schema: "https://www.speedscope.app/file-format-schema.json",
    name: "GET /test",
    exporter: "heatline",
    activeProfileIndex: 0,
    shared: {
      frames: letters.map((letter, row) => ({ name: names[letter] ?? letter, file: `/app/${letter}.js`, line: 10 * (row + 1), col: 3 })),
    },
    profiles: Object.entries(threads).map(([name, rows]) => {
      const columns = (rows[0] ?? "")
        .split("")
        .map((_, column) => rows.flatMap((row) => ((row[column] ?? " ") === " " ? [] : [letters.indexOf(row[column] ?? "")])));
      return {
        type: "sampled",
        name,
        unit: "microseconds",
        startValue: 0,
        endValue: 100 * columns.length,
        samples: columns,
        weights: columns.map(() => 100),
      };
    }),
  };
}

const demoNames = { m: "main", h: "handler", u: "hash", z: "_Z3foov", r: "_RNvC3foo3bar", w: "work" };

export const demo = drawnProfile(
  {
    main: [
      "mmmmmmmmmm", //
      "hhhh zhhhh",
      " uuu  uuuu",
    ],
    "worker 1": ["wwww", "  rr"],
  },
  demoNames,
);

/** Rows of `demo.shared.frames`. */
export const rows = { main: 0, handler: 1, hash: 2, mangled: 3, rust: 4, work: 5 };

/** The message that shows a profile; all its frames are own code, unless `kinds` says otherwise. */
export function profileMessage(key: string, profile: FlameProfile, more: Partial<ProfileMessage> = {}): ProfileMessage {
  const kinds = profile.shared.frames.map(() => "own" as const);
  return { type: "profile", key, profile, kinds, filter: unfiltered, ...more };
}

type ProfileMessage = Extract<ToFlame, { readonly type: "profile" }>;

export const unfiltered: FlameFilter = {
  hiddenKinds: [],
  file: "",
  mergesRecursion: false,
  showsNative: false,
  coloursByKind: false,
  isActive: false,
  text: "",
};

/** Opens the panel and waits for the profile. */
export async function openFlame(browser: Browser, url: string, height = 600): Promise<Opened> {
  const panel = await open(browser, url, { width: 1000, height });
  await panel.posted<FromFlame>("ready");
  await panel.send(profileMessage("run-1", demo));
  await panel.posted<FromFlame>("loaded");
  await panel.page.waitForFunction(() => document.querySelectorAll("canvas").length >= 3);
  return panel;
}

/** Height of our bar; then speedscope's: toolbar 20, minimap 102, then rows of 20, the first of which is the time axis. */
export function flameRow(depth: number): number {
  return 32 + 122 + 20 * (depth + 1) + 10;
}
