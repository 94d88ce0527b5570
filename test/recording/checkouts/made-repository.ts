import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

type Files = Readonly<Record<string, string>>;

/** A Git repository of a test's own, with the given files as its first commit, on the branch `main`. */
export class MadeRepository {
  readonly folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-repository-")));

  constructor(files: Files) {
    this.git("init", "--quiet", "--initial-branch=main");
    this.git("config", "user.name", "Ada");
    this.git("config", "user.email", "ada@example.org");
    this.commit("first", files);
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", args, { cwd: this.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  write(files: Files): void {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(this.folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  /** The full hash. */
  commit(subject: string, files: Files): string {
    this.write(files);
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", subject);
    return this.git("rev-parse", "HEAD").trim();
  }

  /** All by which a user would see that somebody was at work there. */
  get state(): readonly string[] {
    const inGit = (name: string): string => readFileSync(path.join(this.folder, ".git", name), "base64");
    return [
      inGit("index"),
      inGit("config"),
      inGit("HEAD"),
      this.git("for-each-ref"),
      this.git("worktree", "list"),
      this.git("stash", "list"),
      this.git("--no-optional-locks", "status", "--porcelain", "--ignored"),
    ];
  }
}
