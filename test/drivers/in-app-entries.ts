/** What runs inside the app, as esbuild.config.mjs bundles it. */
export const inAppEntries = {
  "in-app/preload": "language-server/recording/in-app/preload.ts",
  "in-app/terminal-launcher": "language-server/recording/in-app/terminal-launcher.ts",
  "in-app/attached-hooks": "language-server/recording/in-app/attached-hooks.ts",
  "in-app/facts": "language-server/recording/in-app/facts.ts",
};
