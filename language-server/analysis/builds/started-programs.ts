import { wordSet } from "../collections.ts";

/** What a program's command line runs: files, or the production build of a framework. */
export type StartedPart =
  /** As written, relative to the folder it runs in. */
  | { readonly kind: "file"; readonly file: string }
  /** `next start`, with the folder that it was given. */
  | { readonly kind: "next"; readonly folder: string }
  /** A script of the folder's package.json. */
  | { readonly kind: "script"; readonly name: string; readonly folder: string };

export interface StartedPrograms {
  readonly parts: readonly StartedPart[];
  /** It compiles what it runs, before or while it runs it. */
  readonly compiles: boolean;
}

/** Always compile what they run. */
const loaders = wordSet(
  "tsx ts-node ts-node-esm ts-node-dev tsnd swc-node esno esbuild-register esbuild-runner esr jiti babel-node sucrase-node vite vite-node vitest tsc-watch bun deno wrangler ng svelte-kit",
);
const watching = /^(?:-w|--watch|watch|-watch|serve|--serve)(?:=|$)/;
/** Compile with some arguments while the app runs. */
const servers: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  next: (args) => !["start", "build", "lint", "info"].includes(args.find(isWord) ?? "dev"),
  nuxt: (args) => !["start", "preview", "build"].includes(args.find(isWord) ?? "dev"),
  nuxi: (args) => !["start", "preview", "build"].includes(args.find(isWord) ?? "dev"),
  nest: (args) => ["start", "s"].includes(args.find(isWord) ?? ""),
  remix: (args) => ["dev", "vite:dev"].includes(args.find(isWord) ?? ""),
  "react-router": (args) => args.includes("dev"),
  astro: (args) => !["preview", "build"].includes(args.find(isWord) ?? "dev"),
  parcel: (args) => !args.includes("build"),
  rsbuild: (args) => !args.includes("preview"),
  nodemon: () => false,
};
/** Write builds; a start that runs one of them first is up to date. */
const compilers = wordSet(
  "tsc tsgo ttsc tspc esbuild swc spack rollup webpack webpack-cli rspack rsbuild rolldown tsdown tsup tshy unbuild obuild ncc pkgroll microbundle babel parcel bunchee",
);
const builds = /^build(?:[:-]|$)/;
const withBuild = wordSet("next nuxt nuxi nest remix react-router astro vite tsc ng svelte-kit");

/** Of a process that runs: a watcher beside the app compiles, too. `argv` as in Node: the program, then its script. */
export function startedByProcess([, script = "", ...args]: readonly string[]): StartedPrograms {
  if (script === "") return { parts: [], compiles: false };
  const tool = toolOf(script);
  if (tool === undefined) return { parts: [{ kind: "file", file: script }], compiles: false };
  return startedByTool(tool, args, (name, given) => loaders.has(name) || isServing(name, given));
}

/** Of a command line that will run: `tsc && node dist/server.js` builds first. */
export function startedByLine(line: string): StartedPrograms {
  const found = commandsOf(line).map(startedByWords);
  return { parts: found.flatMap(({ parts }) => parts), compiles: found.some(({ compiles }) => compiles) };
}

/** Of one command, in words. */
export function startedByWords(words: readonly string[]): StartedPrograms {
  const at = words.findIndex((word, index) => !/^\w+=/.test(word) && !isWrapper(words, index));
  const [program = "", ...args] = at === -1 ? [] : words.slice(at);
  const name = nameOf(program);
  if (name === "node" || name === "nodejs") {
    const file = args.findIndex((arg, index) => !arg.startsWith("-") && !takesValue(args[index - 1]));
    const options = file === -1 ? args : args.slice(0, file);
    const loads = options.some((option) =>
      /(?:^|[/=])(?:tsx|ts-node|@?swc-node|esbuild-register|jiti|sucrase|@babel\/register)(?:\/|$)/.test(option),
    );
    return { parts: file === -1 ? [] : [{ kind: "file", file: args[file] ?? "" }], compiles: loads };
  }
  const scripts = scriptsOf(name, args);
  if (scripts !== undefined) return { parts: scripts, compiles: false };
  const compiles = (tool: string, given: readonly string[]): boolean =>
    loaders.has(tool) ||
    (compilers.has(tool) && !given.includes("--noEmit")) ||
    isServing(tool, given) ||
    (withBuild.has(tool) && given.some((arg) => builds.test(arg)));
  const own = startedByTool(name, args, compiles);
  // `concurrently "tsc -w" "node dist/server.js"`
  const quoted = args
    .filter((arg) => arg.includes(" ") || /^(?:npm|pnpm|yarn):/.test(arg))
    .map((arg) => startedByLine(arg.replace(/^(npm|pnpm|yarn):/, "$1 run ")));
  return {
    parts: [...own.parts, ...quoted.flatMap(({ parts }) => parts)],
    compiles: own.compiles || quoted.some((each) => each.compiles),
  };
}

function startedByTool(
  tool: string,
  args: readonly string[],
  compiles: (tool: string, args: readonly string[]) => boolean,
): StartedPrograms {
  if (compiles(tool, args)) return { parts: [], compiles: true };
  if (packageManagers.has(tool)) return { parts: [], compiles: false };
  if (tool === "next") {
    const [, folder = "."] = args.filter(
      (arg, index) => isWord(arg) && !/^(?:-p|--port|-H|--hostname|--keepAliveTimeout)$/.test(args[index - 1] ?? ""),
    );
    return { parts: args.includes("start") ? [{ kind: "next", folder }] : [], compiles: false };
  }
  return {
    parts: args.filter((arg) => /^\S+\.[cm]?js$/.test(arg) && isWord(arg)).map((file) => ({ kind: "file", file })),
    compiles: false,
  };
}

function isServing(tool: string, args: readonly string[]): boolean {
  return servers[tool]?.(args) ?? (compilers.has(tool) && args.some((arg) => watching.test(arg)));
}

const packageManagers = wordSet("npm npm-cli npx npx-cli yarn pnpm pnpx corepack");

/** The scripts that a package manager or a runner of scripts starts; undefined for other programs. */
function scriptsOf(name: string, args: readonly string[]): readonly StartedPart[] | undefined {
  const folder = valueOf(args, /^(?:--prefix|-C|--dir|--cwd)$/) ?? ".";
  const words = args.filter(
    (arg, index) => isWord(arg) && !/^(?:--prefix|-C|--dir|--cwd|-w|--workspace|-F|--filter)$/.test(args[index - 1] ?? ""),
  );
  const script = (each: string): StartedPart => ({ kind: "script", name: each, folder });
  if (/^(?:run-[sp]|npm-run-all2?)$/.test(name)) return words.map(script);
  if (!packageManagers.has(name)) return undefined;
  const [first = "", second] = words;
  if (first === "run" || first === "run-script") return second === undefined ? [] : [script(second)];
  return first === "" ? [] : [script(first)];
}

function valueOf(args: readonly string[], option: RegExp): string | undefined {
  const at = args.findIndex((arg) => option.test(arg));
  return at === -1 ? undefined : args[at + 1];
}

/** The tool of a package that a script belongs to, by its package or program; undefined for a file of the user's own. */
function toolOf(script: string): string | undefined {
  const path = script.replaceAll("\\", "/");
  const installed = /\/node_modules\/(?:\.bin\/|\.pnpm\/[^/]+\/node_modules\/)?((?:@[^/]+\/)?[^/]+)(?!.*\/node_modules\/)/.exec(path)?.[1];
  if (installed !== undefined) {
    const own = nameOf(path);
    if (loaders.has(own) || compilers.has(own) || Object.hasOwn(servers, own) || packageManagers.has(own)) return own;
    return knownPackages[installed] ?? nameOf(installed);
  }
  return packageManagers.has(nameOf(path)) ? nameOf(path) : undefined;
}

const knownPackages: Readonly<Record<string, string>> = {
  typescript: "tsc",
  "@swc/cli": "swc",
  "@nestjs/cli": "nest",
  "@vercel/ncc": "ncc",
  "@remix-run/dev": "remix",
  "@react-router/dev": "react-router",
  "@angular/cli": "ng",
  "@rspack/cli": "rspack",
  "webpack-cli": "webpack",
  "@nuxt/cli": "nuxt",
};

/** Programs that run the rest of their line. */
const wrappers = wordSet("cross-env cross-env-shell env exec npx pnpx bunx sudo time nice dotenv dotenvx env-cmd c8 nyc 0x clinic");

/** Runs what follows it. */
function isWrapper(words: readonly string[], index: number): boolean {
  const word = words[index] ?? "";
  const name = nameOf(word);
  const before = words[index - 1] ?? "";
  if (wrappers.has(name)) return true;
  if (["npm", "pnpm", "yarn"].includes(name)) return ["exec", "dlx", "x"].includes(words[index + 1] ?? "");
  if (["exec", "dlx", "x"].includes(word)) return ["npm", "pnpm", "yarn"].includes(nameOf(before));
  // Options of wrappers, and their values.
  return index > 0 && (word === "--" || word.startsWith("-") || /^(?:-e|-f|-p|--package|--file)$/.test(before));
}

/** Commands of a shell's line, each in words; what is in quotes is one word. */
function commandsOf(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [, quoted, single, separator, word] of line.matchAll(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|(&&|\|\||[;|&\n])|((?:[^\s"';|&]|\\.)+)/g,
  )) {
    if (separator !== undefined) commands.push([]);
    else commands.at(-1)?.push(quoted?.replaceAll('\\"', '"') ?? single ?? word ?? "");
  }
  return commands.filter((words) => words.length > 0);
}

/** Options of Node with their value in the next word. */
function takesValue(option = ""): boolean {
  return /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|--watch-path|--title)$/.test(option);
}

function isWord(arg: string): boolean {
  return !arg.startsWith("-");
}

function nameOf(program: string): string {
  return program
    .replaceAll("\\", "/")
    .replace(/^.*\//, "")
    .replace(/\.(?:[cm]?js|cmd|exe|ps1)$/i, "")
    .toLowerCase();
}
