import Module, { syncBuiltinESMExports } from "node:module";
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { isTypeScript } from "../rewriting/syntax-tree.ts";
import { type LoadResult, rewrittenResult } from "./load-hook.ts";
import { type LoadingOptions, type RewrittenScript, ScriptRewriter } from "./script-rewriter.ts";

/** Node's thread for hooks gets it. */
interface LoaderData {
  readonly options: LoadingOptions;
  readonly port: MessagePort;
  /** Registered before any other: these see TypeScript that others have still to compile. */
  readonly isFirst: boolean;
}

type Register = (specifier: string | URL, ...rest: unknown[]) => unknown;

/**
 * Rewrites modules by hooks in a thread of Node's own (from 18.19 and 20.6 on). Call on the main thread only: elsewhere Node would wait for
 * itself. `hooks`: the path of the bundle that has `loaderHooks`. Returns what reads the scripts that were rewritten since the last call, or
 * undefined if this Node has no such hooks.
 */
export function rewriteInLoaderThread(hooks: string, options: LoadingOptions): (() => readonly RewrittenScript[]) | undefined {
  const module = Module as unknown as { register?: Register };
  const { register } = module;
  if (register === undefined) return undefined;
  const ports: MessagePort[] = [];
  const registerOwn = (isFirst: boolean): void => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1);
    port1.unref();
    const data: LoaderData = { options, port: port2, isFirst };
    Reflect.apply(register, module, [hooksModule(hooks, ports.length), { data, transferList: [port2] }]);
  };
  registerOwn(true);
  module.register = (...asked) => {
    const result: unknown = Reflect.apply(register, module, asked);
    registerOwn(false);
    return result;
  };
  syncBuiltinESMExports();
  return () => ports.flatMap(received);
}

/** Node wants a module, and a state of its own for each registration. */
function hooksModule(bundle: string, count: number): string {
  const file = JSON.stringify(bundle);
  const code = `import { createRequire } from "node:module";
    export const { initialize, load } = createRequire(${file})(${file}).loaderHooks(${count});`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

interface LoaderHooks {
  readonly initialize: (data: LoaderData) => void;
  readonly load: (url: string, context: unknown, nextLoad: (url: string, context: unknown) => Promise<LoadResult>) => Promise<LoadResult>;
}

/** In Node's thread for hooks. */
export function loaderHooks(): LoaderHooks {
  let scripts: ScriptRewriter | undefined;
  let leavesTypeScript = false;
  return {
    initialize: ({ options, port, isFirst }) => {
      leavesTypeScript = isFirst;
      port.unref();
      try {
        scripts = new ScriptRewriter(options, (script) => port.postMessage(script));
      } catch {
        // Modules run as they are.
      }
    },
    load: async (url, context, nextLoad) => {
      const result = await nextLoad(url, context);
      if (scripts === undefined || (leavesTypeScript && isTypeScript(new URL(url).pathname))) return result;
      return rewrittenResult(result, url, scripts);
    },
  };
}

function received(port: MessagePort): readonly RewrittenScript[] {
  const scripts: RewrittenScript[] = [];
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
    scripts.push(next.message as RewrittenScript);
  return scripts;
}
