import { once } from "node:events";
import { statSync, watch } from "node:fs";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { escapeControls } from "../client/excerpt.ts";
import { readCommandLine } from "../config/config.ts";
import { type Database, type ImportPlan, parts } from "../platform/index.ts";
import { UsageError } from "./errors.ts";
import { cannotListen } from "./http-server.ts";
import { count, interruptSignal, printJson } from "./terminal.ts";

/** Milliseconds an editor needs to finish saving. */
const settled = 150;

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals } = readCommandLine(argv, process.env);
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) {
    throw new UsageError("Usage: copydesk preview <folder> [--port <port>] [--host <host>]");
  }
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no folder "${folder}". Name a folder of Markdown files.`);
  }
  const { changesPath, previewFolder } = await parts.previewFolder();
  const stop = interruptSignal();
  const preview = await previewFolder(folder, storeFolder);
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const refresh = async () => {
    printNotes(await preview.refresh());
    for (const listener of listeners) listener.enqueue(new TextEncoder().encode("event: changed\ndata:\n\n"));
  };
  const server = createAdaptorServer({
    fetch: (request: Request) =>
      new URL(request.url).pathname === changesPath ? changeStream(request, listeners) : preview.fetch(request),
  });
  try {
    await refresh();
    server.listen(config.port.value, config.host.value);
    await once(server, "listening").catch((error: unknown) => {
      throw cannotListen(error, config);
    });
    const { port } = server.address() as AddressInfo;
    const url = `http://${config.host.value.includes(":") ? `[${config.host.value}]` : config.host.value}:${port}/`;
    printJson({ preview: url, folder });
    process.stderr.write(`Showing ${folder} at ${url}\nPages reload when a file changes. Ctrl-C stops it.\n`);
    watchFolder(folder, refresh, stop);
    if (!stop.aborted) await once(stop, "abort");
    return 0;
  } finally {
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await preview.close();
  }
}

const maxNotes = 5;

export function printNotes(notes: ImportPlan["warnings"]): void {
  for (const { message } of notes.slice(0, maxNotes)) process.stderr.write(`Note: ${escapeControls(message)}\n`);
  if (notes.length > maxNotes) process.stderr.write(`and ${count(notes.length - maxNotes, "more note")}.\n`);
}

/** Reads the folder again after each change, one read at a time. */
function watchFolder(folder: string, refresh: () => Promise<void>, stop: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const watcher = watch(folder, { recursive: true, signal: stop }, (_, name) => {
    if (name !== null && /(?:^|\/)(?:\.git|node_modules)\//.test(`${name}/`)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(refresh).catch((error: unknown) => {
        process.stderr.write(`${escapeControls(error instanceof Error ? error.message : String(error))}\n`);
      });
    }, settled);
  });
  watcher.on("error", () => undefined);
}

function changeStream(request: Request, listeners: Set<ReadableStreamDefaultController<Uint8Array>>): Response {
  let own: ReadableStreamDefaultController<Uint8Array> | undefined;
  const leave = () => own && listeners.delete(own);
  request.signal.addEventListener("abort", leave);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      own = controller;
      listeners.add(controller);
      // Headers are sent with the first bytes.
      controller.enqueue(new TextEncoder().encode(": open\n\n"));
    },
    cancel: () => void leave(),
  });
  return new Response(stream, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
}

/** Stores a folder in an otherwise empty database and returns the id of its space. */
export async function storeFolder(database: Database, plan: ImportPlan): Promise<string> {
  const now = () => new Date().toISOString();
  const [{ ensureWorkspace }, { storePlan }] = await Promise.all([parts.workspace(), parts.storePlan()]);
  const { organization, user } = await ensureWorkspace(database, now());
  const { space } = await storePlan({ database, now }, plan, { organization, user });
  return space;
}
