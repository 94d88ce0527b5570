import { InspectorLines } from "../app/inspector-lines.ts";
import type { AppTree } from "../app/app-tree.ts";
import { RunningApp, type RunningAppOptions } from "../app/running-app.ts";
import type { Channel } from "../channel/channel-process.ts";
import { ChannelServer } from "../channel/channel-server.ts";
import { Deferred } from "../deferred.ts";
import type { Session } from "./session.ts";
import { ifRefused } from "../../platform/refusals.ts";

type Launch = Pick<RunningAppOptions, "terminal" | "onOutput" | "onFolderGone" | "onProblem" | "again">;

/**
 * Starts the app of a session and adds its processes to the tree. With the exact recorder they are reached by a channel, and without it by
 * their inspectors, as the samples are in the app.
 */
export async function launchApp({ command, folder, watchdog, recorder }: Session, tree: AppTree, launch: Launch): Promise<RunningApp> {
  const passesOutput = launch.terminal === undefined;
  const isLogged = recorder.kind === "exact" && recorder.isReadAtEnd !== true;
  // Where the system does not let us listen, the app's processes open their inspectors.
  const open = (): Promise<ChannelServer> =>
    ChannelServer.listen(folder.path, { passesOutput, watch: (path) => watchdog.removeAtEnd(path) });
  const server = isLogged ? await open().catch(ifRefused) : undefined;
  const lines = new InspectorLines();
  const started = new Deferred<RunningApp>();
  started.promise.catch(() => undefined);
  const channel: Channel | undefined = server && {
    line: (id) => server.line(id),
    forget: (id) => server.forget(id),
    settle: async () => (await started.promise.catch(() => undefined))?.readReports(),
    lines,
  };
  try {
    const app = await RunningApp.start({
      ...launch,
      command,
      additions: recorder,
      session: folder,
      watchdog,
      channel: server,
      lines,
      onProcess: (report) => tree.add(report, lines),
      onMessage: (message, id) => {
        if (message.kind !== "process") tree.hear(message, id);
        else if (channel !== undefined) tree.addOnChannel(message.report, message.thread, channel);
      },
      onSignal: (signal) => tree.onSignal(signal),
      onSettled: () => tree.settle(),
    });
    started.resolve(app);
    return app;
  } catch (error) {
    started.reject(error);
    await server?.[Symbol.asyncDispose]();
    throw error;
  }
}
