import * as v from "valibot";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import { debugType } from "../contributed-ids.ts";
import type { AdapterRequests } from "../debug-adapter/messages.ts";
import type { Guard } from "../errors.ts";
import { adapterDied, RecoveredRuns } from "./adapter-death.ts";
import { type AdapterEvent, parseAdapterEvent } from "./adapter-events.ts";

/** An app being profiled: its debug session, and the parts of its configuration that the adapter does not need. */
export interface ProfiledApp {
  readonly session: vscode.DebugSession;
  readonly name: string;
  /** Key under which its plans are remembered. */
  readonly key: string;
  readonly startedAt: number;
}

const adapterEvent = v.object({ type: v.literal("event"), event: v.string(), body: v.unknown() });
const terminated = v.object({ type: v.literal("event"), event: v.literal("terminated") });
const failedResponse = v.object({
  type: v.literal("response"),
  success: v.literal(false),
  command: v.string(),
  body: v.object({ error: v.object({ variables: v.object({ text: v.string(), stack: v.optional(v.string()) }) }) }),
});

/**
 * Our debug sessions as events. VS Code announces a session only when its launch has been answered, and events may arrive earlier, so an
 * app counts as started when its adapter starts. Events are read from the adapter's messages directly: VS Code's own relay passes through
 * the window, which is busy drawing while a run is awaited.
 */
export class Sessions implements vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  /** Those that run. */
  readonly #apps = new Map<string, ProfiledApp>();
  /**
   * Also those that have ended: the last events of a killed adapter come before VS Code ends its session, or after. A session that VS Code
   * has forgotten is not kept by it.
   */
  readonly #known = new WeakMap<vscode.DebugSession, ProfiledApp>();
  readonly #started = new vscode.EventEmitter<ProfiledApp>();
  readonly #ended = new vscode.EventEmitter<ProfiledApp>();
  readonly #received = new vscode.EventEmitter<{ readonly app: ProfiledApp; readonly event: AdapterEvent }>();
  readonly #recoveredRuns = new RecoveredRuns();
  readonly #registrations: vscode.Disposable;

  readonly onDidStart = this.#started.event;
  /** Fires after the app's last event. */
  readonly onDidEnd = this.#ended.event;
  readonly onDidReceive = this.#received.event;

  constructor(log: vscode.LogOutputChannel, guard: Guard) {
    this.#log = log;
    this.#registrations = vscode.Disposable.from(
      vscode.debug.registerDebugAdapterTrackerFactory(debugType, {
        createDebugAdapterTracker: (session) => {
          if (!this.#apps.has(session.id)) this.#known.delete(session);
          this.#begin(session);
          // The adapter announced its end, or VS Code asked for it.
          let isOver = false;
          // The adapter's pipes break when it ends; its own events have reported why.
          return {
            onDidSendMessage: (message: unknown) => {
              isOver ||= v.is(terminated, message);
              void guard(() => this.#receive(session, message));
            },
            onWillStopSession: () => (isOver = true),
            onExit: (code) => {
              if (!isOver && code !== 0) void guard(() => this.#onDeath(session));
            },
            onError: (error) => log.warn(`The debug adapter's connection: ${error.message}`),
          };
        },
      }),
      vscode.debug.onDidTerminateDebugSession((session) => this.#end(session)),
    );
  }

  /** The most recently started app that is still running. */
  get current(): ProfiledApp | undefined {
    return [...this.#apps.values()].at(-1);
  }

  /** A running app by its key. */
  running(key: string): ProfiledApp | undefined {
    return [...this.#apps.values()].findLast((app) => app.key === key);
  }

  /** To the current app unless it says which. Rejects with a UserError: the adapter's error, or that no app is running. */
  async request<Name extends keyof AdapterRequests>(name: Name, argument: AdapterRequests[Name], app = this.current): Promise<void> {
    if (app === undefined) {
      throw new UserError(vscode.l10n.t("No app is being profiled."), vscode.l10n.t("Start one with “Profile Current App”."));
    }
    try {
      await app.session.customRequest(name, argument);
    } catch (error) {
      throw new UserError(error instanceof Error ? error.message : String(error), "", { cause: error });
    }
  }

  /** Ends the current app like Stop in the debug toolbar; keeps what was recorded. */
  async stop(): Promise<void> {
    if (this.current !== undefined) await vscode.debug.stopDebugging(this.current.session);
  }

  #begin(session: vscode.DebugSession): ProfiledApp {
    const known = this.#apps.get(session.id) ?? this.#known.get(session);
    if (known !== undefined) return known;
    const { runName, appKey } = session.configuration;
    const name = typeof runName === "string" ? runName : session.name;
    const app = { session, name, key: typeof appKey === "string" ? appKey : `name:${name}`, startedAt: Date.now() };
    this.#known.set(session, app);
    this.#apps.set(session.id, app);
    this.#started.fire(app);
    return app;
  }

  #receive(session: vscode.DebugSession, message: unknown): void {
    const failed = v.safeParse(failedResponse, message);
    if (failed.success) {
      const { text, stack } = failed.output.body.error.variables;
      this.#log.warn(`The debug adapter on ${failed.output.command}: ${stack ?? text}`);
    }
    const sent = v.safeParse(adapterEvent, message);
    const event = sent.success ? parseAdapterEvent(sent.output.event, sent.output.body) : undefined;
    if (event !== undefined) this.#received.fire({ app: this.#begin(session), event });
  }

  /** The adapter was killed, so it reports nothing itself. */
  async #onDeath(session: vscode.DebugSession): Promise<void> {
    const app = this.#begin(session);
    this.#received.fire({ app, event: adapterDied(session) });
    this.#end(session);
    const run = await this.#recoveredRuns.next(session, app.startedAt);
    if (run !== undefined) this.#received.fire({ app, event: run });
  }

  #end(session: vscode.DebugSession): void {
    const app = this.#apps.get(session.id);
    if (app === undefined) return;
    this.#apps.delete(session.id);
    this.#ended.fire(app);
  }

  dispose(): void {
    for (const each of [this.#registrations, this.#recoveredRuns, this.#started, this.#ended, this.#received]) each.dispose();
  }
}
