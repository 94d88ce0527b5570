import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { MadeRepository } from "../../recording/checkouts/made-repository.ts";
import { sarifErrors } from "../../reports/sarif/sarif-schema.ts";
import { buildCommandLine } from "../command-line.ts";
import { runAction } from "./composite-run.ts";
import { GithubApi } from "./github-api.ts";

const job = (times: number): string => `function price(count) {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += Math.sqrt(index);
  return sum;
}
for (let round = 0; round < 100; round++) price(${times} * 400_000);
`;

test(
  "a pull request is measured as checkout has it, against what it was merged into, and its comment names what became slower",
  { tags: "thorough" },
  async () => {
    const { file } = await buildCommandLine();
    await using api = await GithubApi.start();
    const made = new MadeRepository({ "job.js": job(1), "package.json": "{}", "heatline.budgets.json": `{ "job.js#price": "5 %" }` });
    const began = made.git("rev-parse", "HEAD").trim();
    made.git("checkout", "--quiet", "-b", "fix");
    const head = made.commit("slower", { "job.js": job(2) });
    made.git("checkout", "--quiet", "main");
    // What the base got meanwhile is on both sides.
    const base = made.commit("meanwhile", { "README.md": "A shop.\n" });
    made.git("checkout", "--quiet", "--detach", "main");
    made.git("merge", "--quiet", "--no-edit", "fix");
    const repo = { full_name: "shop/orders" };
    const { code, log, outputs } = await runAction(".github/actions/compare", {
      inputs: {
        heatline: `${process.execPath} ${file}`,
        command: `"${process.execPath}" job.js`,
        rounds: "4",
        options: "--no-install\n--no-build",
        fail: "true",
      },
      event: { pull_request: { number: 7, base: { sha: began, repo }, head: { sha: head, repo } } },
      apiUrl: api.url,
      workspace: made.folder,
    });
    expect([log.includes("The comment on #7 was written."), code, outputs["over"]]).toEqual([true, 3, "true"]);
    const [comment] = api.of(7);
    const [marker, , verdict, , compared] = comment?.body.split("\n") ?? [];
    expect(marker).toBe("<!-- heatline: bench -->");
    expect(verdict).toMatch(/^### Over budget\. (?:CPU|Busy) time per run: ×[12]\./);
    expect(compared).toContain(`<code>${base.slice(0, 10)} (`);
    expect(compared).toContain("· 4 rounds ·");
    expect(comment?.body).toMatch(/\| <code>price<\/code> \| <code>job\.js:1<\/code> \|.*\| slower \|/);
    const sarif = JSON.parse(readFileSync(path.join(outputs["folder"] ?? "", "heatline.sarif"), "utf8")) as {
      runs: { results: { ruleId: string }[] }[];
    };
    expect(sarifErrors(sarif)).toEqual([]);
    expect(sarif.runs[0]?.results.map(({ ruleId }) => ruleId)).toContain("slower-function");
  },
);
