/** The suite tests the Node version it runs on. */
export function nodeOf(): Promise<string> {
  return Promise.resolve(process.execPath);
}
