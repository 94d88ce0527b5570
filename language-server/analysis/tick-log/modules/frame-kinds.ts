import type { ProfileTables } from "../profile-tables.ts";

/** What a frame is in the loading of modules. `loop`: V8's and Node's own way to the evaluation of a module, which differs between versions. */
export type FrameRole = "code" | "loader" | "loop" | "node" | "native";

/** Packages that put themselves between a `require` and the module, and call it. */
const loaders =
  /\/node_modules\/(?:tsx|ts-node|ts-node-dev|@swc-node\/[^/]+|@swc\/register|@babel\/register|@esbuild-kit\/[^/]+|esbuild-register|pirates|sucrase|jiti|source-map-support)\//;
const loopScripts =
  /^node:internal\/(?:main\/|modules\/run_main$|modules\/esm\/module_job$|process\/(?:esm_loader|execution|task_queues|promises)$)/;
const loopBuiltins =
  /^(?:Async(?:Function|Generator)Await(?:Resolve|Reject)Closure|Generator\.prototype\.next|RunMicrotasks|.*ModuleWrap::Evaluate.*)$/;

/** Roles of functions, each found once. */
export class FrameKinds {
  readonly #tables: ProfileTables;
  readonly #roles: FrameRole[] = [];

  constructor(tables: ProfileTables) {
    this.#tables = tables;
  }

  of(func: number): FrameRole {
    return (this.#roles[func] ??= this.#roleOf(func));
  }

  #roleOf(func: number): FrameRole {
    const { name, url } = this.#tables.functionAt(func);
    if (url === undefined) return loopBuiltins.test(name) ? "loop" : "native";
    if (url.startsWith("node:")) return loopScripts.test(url) ? "loop" : "node";
    return loaders.test(url.replaceAll("\\", "/")) ? "loader" : "code";
  }
}
