import * as v from "valibot";
import { adapterEvents, type AdapterEvents } from "../debug-adapter/messages.ts";

/** A validated event of the debug adapter, discriminated by `name`. */
export type AdapterEvent = {
  [Name in keyof AdapterEvents]: { readonly name: Name; readonly body: AdapterEvents[Name] };
}[keyof AdapterEvents];

/** Undefined for events that are not ours. Throws if the body of one of ours is invalid, which is a bug in the adapter. */
export function parseAdapterEvent(name: string, body: unknown): AdapterEvent | undefined {
  if (!isOurs(name)) return undefined;
  return { name, body: v.parse(adapterEvents[name], body) } as AdapterEvent;
}

function isOurs(name: string): name is keyof AdapterEvents {
  return Object.hasOwn(adapterEvents, name);
}
