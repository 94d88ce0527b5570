/** The request was cancelled, or what it asked about no longer exists. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}
