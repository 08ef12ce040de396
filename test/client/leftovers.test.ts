import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { type CallName, calls } from "./every-call.ts";
import { rejection } from "./in-process.ts";
import { serveSockets } from "./loopback-server.ts";

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n";

/** What a service does with a request, by what the client then waits for; none responds completely. */
const holds = {
  connecting: undefined,
  "waiting for headers": "",
  "in the middle of the headers": "HTTP/1.1 200 OK\r\nContent-",
  "in the body": `${head}{"id":`,
  "in the body of an error": "HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\n{",
} as const;
type Hold = keyof typeof holds;
const stages = Object.keys(holds) as Hold[];

/** A service that holds calls at a stage, with its connections and a promise that resolves when one arrives. */
async function holding(stage: Hold) {
  let open = 0;
  let reached = () => {};
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const url = await serveSockets((socket) => {
    open += 1;
    socket.on("close", () => {
      open -= 1;
    });
    // Without TLS on this side the connection is made and never ready.
    if (stage === "connecting") reached();
    socket.on("data", () => {
      socket.write(holds[stage] ?? "");
      reached();
    });
  });
  return { url: stage === "connecting" ? url.replace("http:", "https:") : url, arrived, open: () => open };
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test.each(stages.flatMap((stage) => (["read", "create"] as const).map((name) => [name, stage] as const)))(
  "a %s cancelled while %s ends at once and leaves neither a connection nor a timer",
  async (name, stage) => {
    const before = timers();
    const { url, arrived, open } = await holding(stage);
    const controller = new AbortController();
    const reason = new Error("the person closed the window");
    const call = rejection(calls[name](createClient({ baseUrl: url }), { signal: controller.signal }));
    await arrived;
    controller.abort(reason);
    expect(await call).toBe(reason);
    await expect.poll(open, { interval: 2 }).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before);
  },
);

test.each<[CallName, Hold, string]>([
  ["read", "connecting", "none"],
  ["create", "connecting", "not_sent"],
  ["run", "connecting", "not_sent"],
  ["create", "waiting for headers", "unknown"],
  ["run", "in the middle of the headers", "unknown"],
  ["update", "in the body", "unknown"],
  ["create", "in the body of an error", "unknown"],
])("a %s whose deadline passes while %s leaves its change %s", async (name, stage, write) => {
  const { url, open } = await holding(stage);
  const call = calls[name](createClient({ baseUrl: url }), { deadline: 250 });
  expect(await rejection(call)).toMatchObject({ name: "TimeoutError", deadline: 250, attempts: 1, write });
  await expect.poll(open, { interval: 2 }).toBe(0);
});

test("a body that arrives slowly is cut off by the deadline", async () => {
  const url = await serveSockets((socket) => {
    socket.once("data", () => socket.write(head.replace("100", "100000")));
    const drip = setInterval(() => socket.write("\n"), 5);
    socket.on("close", () => clearInterval(drip));
  });
  const call = calls.read(createClient({ baseUrl: url }), { deadline: 50 });
  expect(await rejection(call)).toMatchObject({ name: "TimeoutError", attempts: 1 });
});

test("a call cancelled before its first connection opens none", async () => {
  let connections = 0;
  const url = await serveSockets(() => {
    connections += 1;
  });
  const controller = new AbortController();
  const call = rejection(calls.create(createClient({ baseUrl: url }), { signal: controller.signal }));
  controller.abort("gone");
  expect(await call).toBe("gone");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(connections).toBe(0);
});

test("a process ends by itself after all of its calls, in any state, were cancelled", async () => {
  const held = await Promise.all(stages.map(holding));
  let requests = 0;
  let waiting = () => {};
  const inBackoff = new Promise<void>((resolve) => {
    waiting = resolve;
  });
  const busy = await serveSockets((socket) =>
    socket.on("data", () => {
      socket.write("HTTP/1.1 503 Busy\r\nRetry-After: 20\r\nContent-Length: 0\r\n\r\n");
      requests += 1;
      // The second call has the only slot, so the first waits to be repeated.
      if (requests === 2) waiting();
    }),
  );
  const program = fileURLToPath(new URL("leftovers-program.ts", import.meta.url));
  const services = [...held.map(({ url }) => url), busy];
  const child = spawn(process.execPath, ["--import", "tsx", program, ...services], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = once(createInterface(child.stdout), "line");
  const exit = once(child, "exit");
  await Promise.all([inBackoff, ...held.map(({ arrived }) => arrived)]);
  child.kill("SIGTERM");
  expect(await said).toEqual([Array(12).fill("told to end").join("; ")]);
  expect(await exit).toEqual([0, null]);
});
