import type { Readable, Writable } from "node:stream";
import type { Surface } from "../../tools/surface.ts";
import { capabilities, instructionsWith, listDefinitions, serverInfo } from "../introduction.ts";
import type { Log } from "../log.ts";
import type { RequestId } from "../plain-calls/message-checks.ts";
import { findPlainMessage } from "../plain-calls/plain-messages.ts";

interface EarlyStdioOptions {
  readonly surface: Surface;
  readonly version: string;
  /**
   * Loads the server that continues the connection. It receives the id of the `initialize` that was answered here,
   * if any, which the input then repeats. It must install its signal handlers and take the input before it first waits.
   */
  load(): Promise<(answered: RequestId | undefined) => Promise<void>>;
  readonly log?: Log;
  /** The process's own if left out. */
  readonly streams?: { readonly input: Readable; readonly output: Writable };
  /** How long a host may be silent before the server is loaded, in milliseconds. */
  readonly maxSilence?: number;
}

/** The 2025-era versions the SDK supports, its preferred one first. */
export const protocolVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;

/** Bytes of a line that is read here. */
const maxLine = 64 * 1024;

const lineFeed = 0x0a;

/** What the server reads first when it takes over, and which request in it was already answered. */
interface Handover {
  readonly replay: Buffer;
  readonly answered: RequestId | undefined;
}

/**
 * Answers the first requests of a 2025-era host, `initialize` and `tools/list`, before the server is loaded, with the
 * same bytes the server would send. Everything else, and everything after the list, goes to the server: it reads the
 * handshake again and then the rest of the input. Resolves when the connection has ended.
 */
export async function serveEarlyStdio(options: EarlyStdioOptions): Promise<void> {
  const { load, log = () => {}, streams } = options;
  const { input, output } = streams ?? { input: process.stdin, output: process.stdout };
  const ended = new AbortController();
  const end = () => ended.abort();
  const stop = (signal: NodeJS.Signals) => {
    log("info", `${signal}: closing`);
    end();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  output.on("error", end);
  try {
    const handover = await respondUntilHandover(options, input, output, ended.signal);
    if (handover === undefined) return;
    const takeOver = await load();
    // A host that stopped reading may keep its own side open, which would keep the process alive.
    if (ended.signal.aborted) return void input.destroy();
    if (handover.replay.length > 0) input.unshift(handover.replay);
    const served = takeOver(handover.answered);
    // Not earlier: a failed write must not crash the process.
    output.off("error", end);
    input.resume();
    return served;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}

/** Undefined if the connection ends before the server is needed. Leaves the input paused. */
function respondUntilHandover(
  { surface, version, maxSilence = 200 }: EarlyStdioOptions,
  input: Readable,
  output: Writable,
  ended: AbortSignal,
): Promise<Handover | undefined> {
  return new Promise((resolve) => {
    const opening = startOpening(surface, version);
    let unread: Buffer = Buffer.alloc(0);
    let silence: NodeJS.Timeout | undefined;

    const finish = (outcome: Handover | undefined) => {
      clearTimeout(silence);
      input.off("data", read).off("end", end).off("close", end).off("error", end);
      ended.removeEventListener("abort", end);
      input.pause();
      resolve(outcome);
    };
    const end = () => finish(undefined);
    const handOver = () =>
      finish({ replay: Buffer.concat([...opening.handshake, unread]), answered: opening.answered });

    const read = (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      for (let length = unread.indexOf(lineFeed) + 1; length > 0; length = unread.indexOf(lineFeed) + 1) {
        const response = length > maxLine ? undefined : opening.respond(unread.subarray(0, length));
        if (response === undefined) return handOver();
        if (response !== "") output.write(response);
        unread = unread.subarray(length);
      }
      if (opening.isListed || unread.length > maxLine) return handOver();
      silence?.refresh();
    };

    silence = setTimeout(handOver, maxSilence);
    ended.addEventListener("abort", end);
    input.on("data", read).on("end", end).on("close", end).on("error", end);
  });
}

interface Opening {
  /** The response to a line, empty for a notification; undefined if the server has to read it. */
  respond(line: Buffer): string | undefined;
  /** The lines of the handshake so far. */
  readonly handshake: readonly Buffer[];
  /** The id of the `initialize` that was answered. */
  readonly answered: RequestId | undefined;
  /** Whether the tools were listed. */
  readonly isListed: boolean;
}

function startOpening(surface: Surface, version: string): Opening {
  const handshake: Buffer[] = [];
  let answered: RequestId | undefined;
  let isListed = false;

  const initialize = (protocolVersion: string) => ({
    protocolVersion: protocolVersions.find((known) => known === protocolVersion) ?? protocolVersions[0],
    capabilities,
    serverInfo: serverInfo(version),
    instructions: instructionsWith(undefined),
  });

  return {
    handshake,
    get answered() {
      return answered;
    },
    get isListed() {
      return isListed;
    },
    respond(line) {
      const message = findPlainMessage(parse(line), { channel: "early stdio" }, () => true);
      const steps = handshake.length;
      // Each line of the handshake once, in order.
      if (message?.method === "initialize" && steps === 0) {
        handshake.push(line);
        answered = message.id;
        return response(message.id, initialize(message.params.protocolVersion));
      }
      if (message?.method === "notifications/initialized" && steps === 1) {
        handshake.push(line);
        return "";
      }
      if (message?.method === "ping" && steps > 0) return response(message.id, {});
      if (message?.method === "tools/list" && steps > 0) {
        isListed = true;
        return response(message.id, { tools: listDefinitions(surface) });
      }
      return undefined;
    },
  };
}

/** Members in the SDK's order. */
const response = (id: RequestId, result: object): string => `${JSON.stringify({ result, jsonrpc: "2.0", id })}\n`;

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return undefined;
  }
}
