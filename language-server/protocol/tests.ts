import * as v from "valibot";
import type { SourceTests } from "../analysis/test-runners/source-tests.ts";
import { request } from "./message.ts";

/** The tests of a JavaScript or TypeScript file, as it is open or, if it is not, as it is on disk. */
export const testsOfFile = request<SourceTests>()("heatline/tests", v.object({ uri: v.string() }));
