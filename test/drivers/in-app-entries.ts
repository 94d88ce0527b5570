/** Code that runs inside the app, as bundled by esbuild.config.mjs. */
export const inAppEntries = {
  "in-app/preload": "language-server/recording/in-app/preload.ts",
  "in-app/terminal-launcher": "language-server/recording/in-app/terminal-launcher.ts",
  "in-app/attached-hooks": "language-server/recording/in-app/attached-hooks.ts",
  "in-app/pass-hooks": "language-server/recording/in-app/pass/pass-hooks.ts",
  "in-app/trial-preload": "language-server/recording/in-app/trial/trial-preload.ts",
  "in-app/facts": "language-server/recording/in-app/facts.ts",
};
