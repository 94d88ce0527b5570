import bundle from "./bundles/en.json";

/** A copy, so that its declaration lists the codes: an incremental build would not see those of a JSON file change. */
export const englishBundle = { ...bundle };
