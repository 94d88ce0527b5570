import { expect, test } from "vitest";
import { tiers } from "../../../language-server/analysis/profile/profile.ts";
import { tierTicks } from "../../../language-server/analysis/costs/tier-ticks.ts";
import { analysed } from "./drawn-costs.ts";
import { drawnProfile } from "../drawn-profile.ts";

test("a function's own ticks are divided by the compiler whose code ran; native work and inlined callees count by their JavaScript caller", () => {
  const profile = drawnProfile(`
    main@app.js:9  main@app.js:9  main@app.js:9  main@app.js:9  (idle)
    hot@app.js:2   hot@app.js:2   hot@app.js:2   -              -
    -              -              JSON.parse     -              -
  `);
  const tier = Uint8Array.from(["interpreted", "turbofan", "turbofan", "maglev", "none"] as const, (name) => tiers.indexOf(name));
  const { profile: sources } = analysed({ ...profile, samples: { ...profile.samples, tier } });
  const ticks = tierTicks(sources);
  const of = (name: string): unknown => ticks.get(sources.functions.name.indexOf(name));
  expect(of("hot")).toEqual({ none: 0, interpreted: 1, baseline: 0, maglev: 0, turbofan: 2 });
  expect(of("main")).toEqual({ none: 0, interpreted: 0, baseline: 0, maglev: 1, turbofan: 0 });
});

test("a recorder without tiers reports none", () => {
  expect(tierTicks(analysed(drawnProfile("main@app.js:9")).profile).size).toBe(0);
});
