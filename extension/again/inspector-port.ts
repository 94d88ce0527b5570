import net from "node:net";
import type * as vscode from "vscode";
import type { InspectorPlace } from "../../language-server/platform/nodes/inspector-place.ts";

/** Between two attempts: nothing tells when a process that we did not start opens its port. */
const pauseMs = 300;

/** Resolves when something listens there; false once it is cancelled. */
export async function isListening(place: InspectorPlace, token: vscode.CancellationToken): Promise<boolean> {
  while (!token.isCancellationRequested) {
    if (await connects(place)) return true;
    await pause(token);
  }
  return false;
}

function connects({ host, port }: InspectorPlace): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

function pause(token: vscode.CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      cancelled.dispose();
      resolve();
    };
    const timer = setTimeout(over, pauseMs);
    const cancelled = token.onCancellationRequested(over);
  });
}
