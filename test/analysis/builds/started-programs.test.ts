import { expect, test } from "vitest";
import { startedByLine, startedByProcess, type StartedPrograms } from "../../../language-server/analysis/builds/started-programs.ts";

/** `dist/server.js`, `next .`, `script start`, or `compiles`. */
function shown({ parts, compiles }: StartedPrograms): string {
  if (compiles) return "compiles";
  return parts
    .map((part) =>
      part.kind === "file" ? part.file : part.kind === "next" ? `next ${part.folder}` : `script ${part.name} in ${part.folder}`,
    )
    .join(", ");
}

test.each([
  ["node dist/server.js", "dist/server.js"],
  ["NODE_ENV=production node --enable-source-maps -r dotenv/config dist/server.js --port 1", "dist/server.js"],
  ["cross-env NODE_ENV=production node dist/main", "dist/main"],
  ["npx cross-env A=1 node ./build/index.mjs", "./build/index.mjs"],
  ["dotenv -e .env -- node dist/server.js", "dist/server.js"],
  ["nodemon dist/server.js", "dist/server.js"],
  ["react-router-serve ./build/server/index.js", "./build/server/index.js"],
  ["fastify start -l info dist/app.js", "dist/app.js"],
  ["next start -p 4000", "next ."],
  ["next start apps/web --port 3000", "next apps/web"],
  ["npm run serve", "script serve in ."],
  ["yarn start", "script start in ."],
  ["pnpm -C packages/api run start", "script start in packages/api"],
  ["npm --prefix api start", "script start in api"],
  ["run-s migrate serve", "script migrate in ., script serve in ."],
  ["concurrently \"npm:api\" 'node dist/worker.js'", "script api in ., dist/worker.js"],
  ["tsc --noEmit && node dist/server.js", "dist/server.js"],
  ["node server.js", "server.js"],
])("%s runs %s", (line, expected) => {
  expect(shown(startedByLine(line))).toBe(expected);
});

test.each([
  "tsx src/server.ts",
  "tsx watch src/server.ts",
  "ts-node -T src/server.ts",
  "node --import tsx src/server.ts",
  "node -r ts-node/register src/server.ts",
  "node --require=esbuild-register src/server.ts",
  "node -r @swc-node/register src/main.ts",
  "next dev",
  "next",
  "nuxt dev",
  "nest start --watch",
  "nest start",
  "vite",
  "astro dev",
  "react-router dev",
  "tsc && node dist/server.js",
  "tsc -b && node dist/server.js",
  "rm -rf dist; npx esbuild src/server.ts --bundle --outfile=dist/server.js && node dist/server.js",
  "next build && next start",
  "nest build && node dist/main",
  'tsc-watch --onSuccess "node dist/server.js"',
  'concurrently "tsc -w" "node --watch dist/server.js"',
  'nodemon --watch src --exec "tsc && node dist/server.js"',
  "tsup src/server.ts --watch --onSuccess 'node dist/server.js'",
])("%s compiles by itself", (line) => {
  expect(shown(startedByLine(line))).toBe("compiles");
});

test.each([
  [["/usr/bin/node", "/app/dist/server.js"], "/app/dist/server.js"],
  [["/usr/bin/node", "/usr/lib/node_modules/npm/bin/npm-cli.js", "run", "start"], ""],
  [["/usr/bin/node", "/app/node_modules/.bin/next", "start"], "next ."],
  [["/usr/bin/node", "/app/node_modules/next/dist/bin/next", "start", "web"], "next web"],
  [["/usr/bin/node", "/app/node_modules/.bin/react-router-serve", "./build/server/index.js"], "./build/server/index.js"],
  [["/usr/bin/node", "/app/node_modules/.pnpm/next@15.0.0/node_modules/next/dist/bin/next", "dev"], "compiles"],
  [["/usr/bin/node", "/app/node_modules/typescript/bin/tsc", "--watch"], "compiles"],
  [["/usr/bin/node", "/app/node_modules/.bin/tsc", "-p", "."], ""],
  [["/usr/bin/node", "/app/node_modules/tsx/dist/cli.mjs", "src/server.ts"], "compiles"],
  [["/usr/bin/node", "/app/node_modules/.bin/nest", "start", "--watch"], "compiles"],
  [["/usr/bin/node"], ""],
])("the process %j runs %s", (argv, expected) => {
  expect(shown(startedByProcess(argv))).toBe(expected);
});
