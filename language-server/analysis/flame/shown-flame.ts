import { shownText } from "../escaping/hidden-characters.ts";
import type { FlameFrame, FlameProfile } from "./flame-reduction.ts";

/** A flame graph to look at: hidden characters of its names are U+FFFD. What is exported for other tools keeps its names. */
export function shownFlame(flame: FlameProfile): FlameProfile {
  return {
    ...flame,
    name: shown(flame.name),
    shared: { frames: flame.shared.frames.map(shownFrame) },
    profiles: flame.profiles.map((profile) => ({ ...profile, name: shown(profile.name) })),
  };
}

function shownFrame(frame: FlameFrame): FlameFrame {
  return { ...frame, name: shown(frame.name), ...(frame.file === undefined ? {} : { file: shown(frame.file) }) };
}

function shown(text: string): string {
  return shownText(text, "\uFFFD");
}
