import { withRefusedPipe } from "../../drivers/adapter/refused-pipe.ts";
import { test, thoroughTest } from "./windows-test.ts";

for (const [index, [what, check]] of Object.entries(withRefusedPipe).entries())
  (index === 0 ? test : thoroughTest)(`without a pipe ${what}`, check);
