type Listener = Parameters<typeof process.on>[1];
type Events = Record<string, unknown>;

/** `process.on`, also where the app has frozen `process`: Node adds a listener before it counts it, which then throws. */
export function listen(event: string, listener: Listener): void {
  try {
    process.on(event, listener);
  } catch (error) {
    if (!Object.isFrozen(process)) throw error;
  }
}

/** `process.removeListener`, also where the app has frozen `process`: Node counts first, so what it does then is done here. */
export function unlisten(event: string, listener: Listener): void {
  try {
    process.removeListener(event, listener);
  } catch (error) {
    const { _events: events } = process as unknown as { readonly _events: Events };
    if (!Object.isFrozen(process) || events[event] !== listener) throw error;
    delete events[event];
    // Node gives a signal its default effect back.
    process.emit("removeListener" as never, event as never, listener as never);
  }
}
