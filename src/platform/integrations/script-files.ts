import { Script } from "node:vm";
import { keyHeader, type ScriptGate } from "./script-gate.ts";

/** Heap limit of a script in megabytes. */
export const maxHeap = 64;

/** Limit on the characters of a line of output. */
export const maxLineLength = 2_000;

/** Starts each line that the files below write. JSON follows: a level and a message, or `end`. */
export const lineMark = "copydesk ";

/** The files that the runtime for scripts (`workerd`) loads, by name. */
export function getScriptFiles(script: string, gate: ScriptGate, runtime: string): Readonly<Record<string, string>> {
  if (!isModule(script)) {
    return { "script.js": `${logging}\n${listening}\n${script}`, "config.capnp": formatConfig(gate, runtime, classic) };
  }
  const files = { "entry.js": entry, "logging.js": logging, "script.js": script };
  const modules = Object.keys(files).map((name) => `(name = "${name}", esModule = embed "${name}")`);
  return { ...files, "config.capnp": formatConfig(gate, runtime, `modules = [${modules.join(", ")}]`) };
}

const classic = 'serviceWorkerScript = embed "script.js"';

/** Whether a script has exports and so uses the newer of the runtime's two formats. */
function isModule(script: string): boolean {
  if (!/\bexport\b/.test(script)) return false;
  try {
    new Script(script);
    return false;
  } catch {
    return true;
  }
}

/** Writes each console line with its level, which the runtime does not report, and says when an event is over. */
const logging = `{
  const write = console.log.bind(console);
  const send = (line) => write("${lineMark}" + JSON.stringify(line));
  const attempt = (convert) => {
    try { return convert(); } catch { return undefined; }
  };
  const stack = (value) => value instanceof Error && typeof value.stack === "string" ? value.stack : undefined;
  const json = (value) => value instanceof Error ? undefined : JSON.stringify(value);
  const text = (value) => typeof value === "string" ? value
    : attempt(() => stack(value)) || (attempt(() => json(value)) ?? attempt(() => String(value)) ?? "[not convertible to text]");
  for (const level of ["debug", "info", "log", "warn", "error", "trace"]) {
    console[level] = (...values) => send([level, values.map(text).join(" ").slice(0, ${maxLineLength})]);
  }
  Object.defineProperty(globalThis, Symbol.for("copydesk.end"), { value: async (pending) => {
    while (pending.length > 0) {
      for (const { status, reason } of await Promise.allSettled(pending.splice(0))) {
        if (status === "rejected") console.error("Uncaught in waitUntil:", reason);
      }
    }
    send(["end"]);
  } });
  // The runtime closes the connection on a request whose body was not read, and the sender then loses the response.
  Object.defineProperty(globalThis, Symbol.for("copydesk.drain"), { value: async (request) => {
    if (!request.bodyUsed) await request.arrayBuffer().catch(() => {});
  } });
}`;

/** The main module. It waits for what the script passes to `waitUntil`. */
const entry = `import "./logging.js";
import script from "./script.js";
const end = globalThis[Symbol.for("copydesk.end")];
const drain = globalThis[Symbol.for("copydesk.drain")];
export default {
  async fetch(request, env, context) {
    const pending = [];
    const waitUntil = (promise) => {
      pending.push(promise);
      context.waitUntil(Promise.resolve(promise).catch(() => {}));
    };
    try {
      return await script.fetch(request, env, { waitUntil, passThroughOnException() {} });
    } catch (error) {
      console.error("Uncaught:", error);
      return new Response("", { status: 500 });
    } finally {
      await drain(request);
      context.waitUntil(end(pending));
    }
  },
};`;

/** The same for scripts that listen to `fetch` events. */
const listening = `{
  const end = globalThis[Symbol.for("copydesk.end")];
  const drain = globalThis[Symbol.for("copydesk.drain")];
  const add = addEventListener;
  globalThis.addEventListener = (type, listener, options) => {
    if (type !== "fetch") return add(type, listener, options);
    add(type, (event) => {
      const pending = [];
      let isAnswered = false;
      const { request } = event;
      const waitUntil = (promise) => {
        pending.push(promise);
        event.waitUntil(Promise.resolve(promise).catch(() => {}));
      };
      const respondWith = (answer) => {
        isAnswered = true;
        const caught = Promise.resolve(answer).catch((error) => {
          console.error("Uncaught:", error);
          return new Response("", { status: 500 });
        }).finally(() => drain(request));
        event.respondWith(caught);
        event.waitUntil(caught.then(() => end(pending)));
      };
      try {
        listener({ type, request, waitUntil, respondWith, passThroughOnException() {} });
      } finally {
        if (!isAnswered) event.waitUntil(end(pending));
      }
    }, options);
  };
}`;

/** What each runtime of the publisher's manifest means: a compatibility date, and whether there are Node's modules. */
const compatibility: Readonly<Record<string, string>> = {
  v1: 'compatibilityDate = "2024-09-01"',
  // As the vendor's command line runs them.
  v2: 'compatibilityDate = "2025-05-25", compatibilityFlags = ["nodejs_compat"]',
};

const formatConfig = ({ port, key }: ScriptGate, runtime: string, code: string) =>
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "script", worker = .script),
    (name = "gate", external = (address = "127.0.0.1:${port}", http = (
      style = proxy,
      injectRequestHeaders = [(name = "${keyHeader}", value = "${key}")],
    ))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "script")],
  v8Flags = ["--max-heap-size=${maxHeap}"],
);
const script :Workerd.Worker = (
  ${code},
  ${compatibility[runtime] ?? compatibility.v1},
  globalOutbound = "gate",
);
`;
