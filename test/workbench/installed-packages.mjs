import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { alone } from "./install-lock.mjs";
import { cacheFolder } from "./installation.mjs";
import { npm } from "./npm.mjs";

/** Packages that tests run but the project does not depend on, with versions, by the name of their folder in the cache. */
export const packageSets = {
  // The last versions that are Node programs (pnpm is native from 11 on); the package `yarn` is classic Yarn, its successor has another name.
  "package-managers": { yarn: "1.22.22", "@yarnpkg/cli-dist": "4.10.3", pnpm: "10.34.9" },
  // For Windows; the project has its own for Linux.
  tsx: { tsx: "4.23.15" },
  // The last compiler in JavaScript, which ts-node needs, and the types it compiles with.
  "ts-node": { "ts-node": "10.9.2", typescript: "5.9.3", "@types/node": "22.19.1" },
  // Their time goes into proxies, accessors and functions with names of selectors.
  libraries: { immer: "11.2.10", mobx: "7.1.3", "@vue/reactivity": "3.5.45", express: "5.3.0", eslint: "10.15.0" },
  // As apps have them among their own packages.
  // Frameworks and build tools with an app each in `test/fixtures/frameworks/`.
  servers: { "@trpc/server": "11.25.2", "socket.io": "4.8.4", "socket.io-client": "4.8.4" },
  sveltekit: {
    "@sveltejs/kit": "2.50.2",
    "@sveltejs/adapter-node": "5.5.7",
    "@sveltejs/vite-plugin-svelte": "6.2.4",
    svelte: "5.57.3",
    vite: "7.3.8",
  },
  "react-router": {
    "@react-router/dev": "7.9.4",
    "@react-router/node": "7.9.4",
    "@react-router/serve": "7.9.4",
    "react-router": "7.9.4",
    react: "19.3.1",
    "react-dom": "19.3.1",
    isbot: "5.2.3",
    typescript: "5.9.3",
    vite: "7.3.8",
  },
  h3: { h3: "2.0.8" },
  next: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
  turborepo: { turbo: "2.5.8", typescript: "5.9.3", "@types/node": "22.19.1" },
  // Both report by diagnostics channels what they ask; mysql2 is also a server.
  databases: { ioredis: "6.0.0", mysql2: "3.24.6" },
  // Tests give them slow plugins and loaders; Vite comes with Vitest.
  "build-tools": { rollup: "4.68.8", webpack: "5.113.0", "@rspack/core": "2.3.4" },
  benchmarks: { tinybench: "6.2.3", mitata: "1.0.34", vitest: "5.1.1" },
  // Whose starts are recorded and clocked.
  "start-tools": {
    "@eslint/js": "9.39.1",
    "@nestjs/common": "11.1.9",
    "@nestjs/core": "11.1.9",
    "@nestjs/platform-express": "11.1.9",
    eslint: "9.39.1",
    prettier: "3.10.1",
    "reflect-metadata": "0.2.2",
    rxjs: "7.8.2",
    // The last compiler in JavaScript.
    typescript: "5.9.3",
    vite: "8.3.8",
  },
  "test-runners": { vitest: "5.1.1", jest: "30.5.2", mocha: "12.0.3", "ts-jest": "29.4.15", typescript: "5.9.3" },
};

/** Only `npm run test:all` runs what needs these. */
export const thoroughSets = [
  "h3",
  "ts-node",
  "servers",
  "sveltekit",
  "react-router",
  "next",
  "turborepo",
  "databases",
  "build-tools",
  "benchmarks",
  "start-tools",
];

/** wine cannot run esbuild's program; esbuild's build for WebAssembly runs wherever Node does. */
const overrides = { esbuild: "npm:esbuild-wasm@0.28.2" };

/**
 * The absolute path of a set's `node_modules`, downloaded from npm if missing.
 * @param {keyof typeof packageSets} name
 * @returns {Promise<string>}
 * @throws {import("./setup-error.mjs").SetupError} when npm fails
 */
export async function installPackages(name) {
  const folder = path.join(cacheFolder, name);
  const modules = path.join(folder, "node_modules");
  const versions = packageSets[name];
  await mkdir(folder, { recursive: true });
  await alone(
    `${folder}.lock`,
    () => undefined,
    async () => {
      const present = await Promise.all(Object.keys(versions).map((each) => exists(path.join(modules, each))));
      if (present.every(Boolean)) return;
      await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: versions, overrides }));
      await npm(folder, ["install"]);
    },
  );
  return modules;
}

/** @param {string} file */
function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}
