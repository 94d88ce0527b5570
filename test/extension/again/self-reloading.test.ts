import { expect, test } from "vitest";
import { reloadingOf } from "../../../extension/again/self-reloading.ts";

test.each([
  "nodemon server.js",
  "node ./node_modules/nodemon/bin/nodemon.js server.js",
  "node -r dotenv/config --watch server.js",
  "npx nodemon --exec tsx src/server.ts",
  "cross-env NODE_ENV=development nodemon",
  "/app/node_modules/.bin/nodemon app.js",
  String.raw`C:\app\node_modules\.bin\nodemon.cmd app.js`,
  "node --watch server.js",
  "node --env-file=.env --watch-path=./src src/server.js",
  "tsx watch src/server.ts",
  "tsx --watch src/server.ts",
  "tsx --env-file=.env watch src/server.ts",
  "ts-node-dev --respawn src/server.ts",
  "nest start --watch",
  'concurrently "tsc -w" "nodemon dist/server.js"',
  "prisma generate && tsx watch src/index.ts",
])("%s is started again by its watcher", (command) => {
  expect(reloadingOf(command)).toBe("process");
});

test.each([
  "next dev",
  "next dev --turbopack -p 4000",
  "npx nuxt dev",
  "vite",
  "vite --port 3000",
  "vite dev",
  "astro dev",
  "react-router dev",
  "webpack serve",
])("%s compiles into its own process", (command) => {
  expect(reloadingOf(command)).toBe("inPlace");
});

test.each([
  "node server.js",
  "node server.js --name watch",
  "tsc --watch & node dist/server.js",
  "next start",
  "vite build",
  "vite build && node server.js",
  "vite preview",
  "tsx src/server.ts",
  "nest start",
  "node dist/nodemon-report.js",
  "node watch.js",
])("%s keeps the code that it has loaded", (command) => {
  expect(reloadingOf(command)).toBeUndefined();
});
