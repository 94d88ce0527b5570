const part = /^_?(?:health(?:[-_]?checks?|z)?|ready(?:z|ness)?|readiness|live(?:z|ness)|liveness|alive|heartbeat|ping|metrics)$/i;

/** Whether a path is, by its name, one that monitors poll: hardly what a user wants to see under load. */
export function isHealthCheck(path: string): boolean {
  const [bare = ""] = path.split(/[?#]/);
  return bare.split("/").some((each) => part.test(each));
}
