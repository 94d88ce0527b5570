/** What the tool of a load speaks: most HTTP/1 alone. */
export type Spoken = "http1" | "http2-too";
