import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

/** A Node service in a container: separate mounts, network and process ids, and its folder under another path. */
export interface Container extends AsyncDisposable {
  /** Ports on the host for its inspector and its server, as with `docker run -p`. */
  readonly inspectorPort: number;
  readonly serverPort: number;
  /** As with `docker kill`. */
  kill(): Promise<void>;
}

const inspectorInside = 9229;
const forwarder = path.join(import.meta.dirname, "port-forward.mjs");

/** The parts of the host's root that Node needs: read-only, like an image's layers. */
const setUp = `
set -e
mount -t tmpfs none "$ROOT"
for each in usr lib lib64 bin sbin; do
  if [ -L "/$each" ]; then cp -P "/$each" "$ROOT/$each"
  elif [ -d "/$each" ]; then mkdir "$ROOT/$each" && mount --rbind "/$each" "$ROOT/$each"
  fi
done
mkdir "$ROOT/proc" "$ROOT/dev" "$ROOT/tmp" "$ROOT/node" "$ROOT$INSIDE"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
mount --bind "$(dirname "$NODE")" "$ROOT/node"
mount --bind "$FOLDER" "$ROOT$INSIDE"
# The loopback device is down in a new network: SIOCSIFFLAGS, IFF_UP.
perl -e '$up = pack("a16s", "lo", 1); socket($s, 2, 2, 0) && ioctl($s, 0x8914, $up) || die "loopback: $!\\n"'
cd "$ROOT"
exec chroot "$ROOT" "/node/$(basename "$NODE")" --inspect=127.0.0.1:${inspectorInside} "$INSIDE/$PROGRAM"
`;

/**
 * Starts `program` from `folder`, which the container mounts as `inside` (such as `/app`). It listens on `port` and then prints a line.
 * Throws with the reason if this machine does not allow namespaces.
 */
export async function startContainer(folder: string, inside: string, program: string, port: number): Promise<Container> {
  const work = await mkdtemp(path.join(os.tmpdir(), "heatline-container-"));
  const args = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--propagation", "private", "sh", "-c", setUp];
  const env = { PATH: process.env["PATH"], ROOT: work, INSIDE: inside, NODE: process.execPath, FOLDER: folder, PROGRAM: program };
  const unshare = spawn("unshare", args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  createInterface({ input: unshare.stderr }).on("line", (line) => output.push(line));
  await Promise.race([once(unshare.stdout, "data"), once(unshare, "close")]);
  if (unshare.exitCode !== null) {
    await rm(work, { recursive: true });
    throw new Error(`This test runs as root on Linux, where unshare(1) makes namespaces. Here it ended so: ${output.join("\n")}`);
  }
  const forwards = await Promise.all([inspectorInside, port].map((each) => forward(unshare, path.join(work, `${each}`), each)));
  const [inspector, server] = forwards.map((each) => each.port);
  const kill = async (): Promise<void> => {
    if (unshare.exitCode !== null || unshare.signalCode !== null) return;
    const ended = once(unshare, "exit");
    unshare.kill("SIGKILL");
    await ended;
  };
  return {
    inspectorPort: inspector ?? 0,
    serverPort: server ?? 0,
    kill,
    async [Symbol.asyncDispose]() {
      await Promise.all(forwards.map((each) => each.end()));
      await kill();
      await rm(work, { recursive: true });
    },
  };
}

/** Forwards a free port of the host to a port in the container, through a socket file, which both network namespaces can reach. */
async function forward(
  { pid }: ChildProcess,
  socket: string,
  inside: number,
): Promise<{ readonly port: number; readonly end: () => Promise<void> }> {
  const child = spawn("nsenter", [`--net=/proc/${pid}/ns/net`, process.execPath, forwarder, socket, `${inside}`], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await Promise.race([once(child.stdout, "data"), once(child, "close")]);
  if (child.exitCode !== null) throw new Error(`nsenter(1) ended with exit code ${child.exitCode}: it needs root.`);
  const server = createServer((client) => {
    const there = connect(socket);
    client.pipe(there).pipe(client);
    // When one end closes, so does the other.
    client.on("error", () => there.destroy());
    there.on("error", () => client.destroy());
    there.on("close", () => client.destroy());
    client.on("close", () => there.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    end: async () => {
      server.close();
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}
