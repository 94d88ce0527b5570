import { wordSet } from "../collections.ts";

/** What follows a short option: a secret, or a name with one behind a sign: `me:secret`, `me%secret`, `me,secret`. */
export type ShortValue = "secret" | "login" | "percent" | "comma" | "cookie";

interface ProgramOptions {
  /** Without the dash. */
  readonly options: Readonly<Record<string, ShortValue>>;
  /** Whether the value may follow without a blank: `-phunter2`. */
  readonly isAttached: boolean;
}

/** Programs whose short options take secrets, by their manuals. `psql -p` is a port, `mkdir -p` no secret: they have no row. */
const table: readonly (readonly [programs: string, options: Readonly<Record<string, ShortValue>>, form?: "apart"])[] = [
  ["mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlslap mysqlpump mysqlbinlog mysqlsh mycli", { p: "secret" }],
  ["mariadb mariadb-dump mariadb-admin mariadb-import mariadb-check mariadb-slap mariadb-binlog", { p: "secret" }],
  ["mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop mongofiles", { p: "secret" }],
  ["redis-cli valkey-cli keydb-cli redis-benchmark valkey-benchmark iredis", { a: "secret" }, "apart"],
  ["curl", { u: "login", U: "login", E: "login", b: "cookie" }],
  ["http https httpie xh xhs", { a: "login" }],
  ["ab", { A: "login", P: "login", C: "cookie" }],
  ["hey oha", { a: "login" }, "apart"],
  ["sshpass", { p: "secret" }],
  ["ssh-keygen", { N: "secret", P: "secret" }, "apart"],
  ["plink putty pscp psftp", { pw: "secret" }, "apart"],
  ["ldapsearch ldapadd ldapmodify ldapdelete ldapmodrdn ldapcompare ldapwhoami ldapexop", { w: "secret" }],
  ["ldappasswd", { w: "secret", s: "secret", a: "secret" }],
  ["sqlcmd bcp osql isql tsql", { P: "secret" }],
  ["cqlsh cypher-shell rabbitmqadmin", { p: "secret" }],
  ["smbclient smbget rpcclient smbcacls smbtree", { U: "percent" }],
  ["lftp ncftp", { u: "comma", p: "secret" }, "apart"],
  ["mosquitto_pub mosquitto_sub mosquitto_rr", { P: "secret" }, "apart"],
  ["ipmitool", { P: "secret" }],
  ["snmpget snmpwalk snmpbulkwalk snmpset snmptrap", { c: "secret", A: "secret", X: "secret" }, "apart"],
  ["openssl", { k: "secret", K: "secret" }, "apart"],
  ["zip unzip zipcloak", { P: "secret" }, "apart"],
  ["7z 7za 7zr 7zz rar unrar", { p: "secret" }],
  ["htpasswd login", { p: "secret" }, "apart"],
];

export const programs: ReadonlyMap<string, ProgramOptions> = new Map(
  table.flatMap(([names, options, form]) =>
    names.split(" ").map((name): readonly [string, ProgramOptions] => [name, { options, isAttached: form !== "apart" }]),
  ),
);

/** Programs that start another one, which is named somewhere in their arguments; `docker login` counts as one, too. */
export const starters = wordSet(
  "env sudo doas su time timeout nice ionice nohup setsid stdbuf xargs exec command builtin watch strace ltrace perf chroot unshare nsenter " +
    "taskset chrt flock script unbuffer winpty wine npx pnpx bunx yarn pnpm npm corepack cross-env dotenv busybox cmd powershell pwsh eval " +
    "docker podman nerdctl kubectl oc helm docker-compose ssh mosh heroku fly flyctl railway ddev lando vagrant then do else if while until ! {",
);

/** Their first argument that is not an option is what they run; all others are its own. */
export const interpreters: ReadonlySet<string> = new Set(
  "node nodejs bun deno tsx ts-node ts-node-esm sh bash zsh dash ash ksh fish".split(" "),
);

/** An argument of them is itself a command line. */
export const shells = wordSet("sh bash zsh dash ash ksh fish busybox cmd powershell pwsh su nodemon");

/** Of these, `--user` is a user and a group, and `--secret` says where one is. */
export const containers: ReadonlySet<string> = new Set(
  "docker podman nerdctl buildah docker-compose kubectl chroot systemd-run".split(" "),
);

/** `/usr/bin/mysql` → mysql; `curl.exe` → curl. */
export function programName(word: string): string {
  return word
    .slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1)
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat)$/, "");
}
