import { withRefusedPipe } from "../../drivers/adapter/refused-pipe.ts";
import { test } from "./windows-test.ts";

for (const [what, check] of Object.entries(withRefusedPipe)) test(`without a pipe ${what}`, check);
