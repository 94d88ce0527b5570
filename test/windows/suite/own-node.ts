/** The Node that the suite runs on is the one that it tries. */
export function nodeOf(): Promise<string> {
  return Promise.resolve(process.execPath);
}
