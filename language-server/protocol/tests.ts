import * as v from "valibot";
import type { SourceTests } from "../analysis/tests/source-tests.ts";
import type { Request } from "./message.ts";

const params = v.object({ uri: v.string() });

/** The tests of a JavaScript or TypeScript file, as it is open or, if it is not, as it is on disk. */
export const testsOfFile: Request<typeof params, SourceTests> = { method: "heatline/tests", params };
