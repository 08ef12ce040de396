import type { Readable, Writable } from "node:stream";
import type { Surface } from "../../tools/surface.ts";
import { capabilities, instructionsWith, listDefinitions, serverInfo } from "../introduction.ts";
import type { Log } from "../log.ts";
import {
  absentOr,
  type Check,
  hasOnly,
  isCapabilities,
  isClientInfo,
  isObject,
  isRequestId,
  isText,
  type RequestId,
} from "./message-checks.ts";

interface FrontDoorOptions {
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
  readonly patience?: number;
}

/** The 2025-era versions the SDK supports, its preferred one first. */
export const protocolVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;

const longestLine = 64 * 1024;

const lineFeed = 0x0a;

/** What the server reads first when it takes over, and which request in it was already answered. */
interface HandOver {
  readonly replay: Buffer;
  readonly answered: RequestId | undefined;
}

/**
 * Answers the first requests of a 2025-era host, `initialize` and `tools/list`, before the server is loaded, with the
 * same bytes the server would send. Everything else, and everything after the list, goes to the server: it reads the
 * handshake again and then the rest of the input. Resolves when the connection has ended.
 */
export async function serveFrontDoor(options: FrontDoorOptions): Promise<void> {
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
    const handOver = await converse(options, input, output, ended.signal);
    if (handOver === undefined) return;
    const takeOver = await load();
    // A host that stopped reading may keep its own side open, which would keep the process alive.
    if (ended.signal.aborted) return void input.destroy();
    if (handOver.replay.length > 0) input.unshift(handOver.replay);
    const served = takeOver(handOver.answered);
    // Not earlier: a failed write must not crash the process.
    output.off("error", end);
    input.resume();
    return served;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}

/** Answers until the server is needed; undefined if the connection ends first. Leaves the input paused. */
function converse(
  { surface, version, patience = 200 }: FrontDoorOptions,
  input: Readable,
  output: Writable,
  ended: AbortSignal,
): Promise<HandOver | undefined> {
  return new Promise((resolve) => {
    const conversation = startConversation(surface, version);
    let unread: Buffer = Buffer.alloc(0);
    let quiet: NodeJS.Timeout | undefined;

    const finish = (outcome: HandOver | undefined) => {
      clearTimeout(quiet);
      input.off("data", read).off("end", end).off("close", end).off("error", end);
      ended.removeEventListener("abort", end);
      input.pause();
      resolve(outcome);
    };
    const end = () => finish(undefined);
    const handOver = () =>
      finish({ replay: Buffer.concat([...conversation.handshake, unread]), answered: conversation.answered });

    const read = (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      for (let length = unread.indexOf(lineFeed) + 1; length > 0; length = unread.indexOf(lineFeed) + 1) {
        const answer = length > longestLine ? undefined : conversation.hear(unread.subarray(0, length));
        if (answer === undefined) return handOver();
        if (answer !== "") output.write(answer);
        unread = unread.subarray(length);
      }
      if (conversation.listed || unread.length > longestLine) return handOver();
      quiet?.refresh();
    };

    quiet = setTimeout(handOver, patience);
    ended.addEventListener("abort", end);
    input.on("data", read).on("end", end).on("close", end).on("error", end);
  });
}

interface Conversation {
  /** The answer to a line, empty if none is due; undefined if the server has to read it. */
  hear(line: Buffer): string | undefined;
  /** The lines of the handshake so far. */
  readonly handshake: readonly Buffer[];
  readonly answered: RequestId | undefined;
  readonly listed: boolean;
}

function startConversation(surface: Surface, version: string): Conversation {
  const handshake: Buffer[] = [];
  let answered: RequestId | undefined;
  let listed = false;
  return {
    handshake,
    get answered() {
      return answered;
    },
    get listed() {
      return listed;
    },
    hear(line) {
      const message = readOpeningMessage(line.toString("utf8"));
      // Each line of the handshake once, in order.
      if (message?.kind === "initialize" && handshake.length === 0) {
        handshake.push(line);
        answered = message.id;
        const protocolVersion = negotiated(message.protocolVersion);
        const result = {
          protocolVersion,
          capabilities,
          serverInfo: serverInfo(version),
          instructions: instructionsWith(undefined),
        };
        return answer(message.id, result);
      }
      if (message?.kind === "initialized" && handshake.length === 1) {
        handshake.push(line);
        return "";
      }
      if (message?.kind === "ping" && handshake.length > 0) return answer(message.id, {});
      if (message?.kind === "list" && handshake.length > 0) {
        listed = true;
        return answer(message.id, { tools: listDefinitions(surface) });
      }
      return undefined;
    },
  };
}

const negotiated = (requested: string): string =>
  protocolVersions.find((version) => version === requested) ?? protocolVersions[0];

/** Members in the SDK's order. */
const answer = (id: RequestId, result: object): string => `${JSON.stringify({ result, jsonrpc: "2.0", id })}\n`;

/** A message that can be answered without the protocol's schemas. */
type OpeningMessage =
  | { readonly kind: "initialize"; readonly id: RequestId; readonly protocolVersion: string }
  | { readonly kind: "initialized" }
  | { readonly kind: "ping"; readonly id: RequestId }
  | { readonly kind: "list"; readonly id: RequestId };

/**
 * Reads one line of a 2025-era connection. Undefined for anything that is not certainly one of the messages
 * above: it never accepts more than the protocol's schemas do.
 */
export function readOpeningMessage(line: string): OpeningMessage | undefined {
  const message = parse(line);
  if (!isObject(message) || message.jsonrpc !== "2.0" || !hasOnly(message, members)) return undefined;
  const { id, method, params = {} } = message;
  if (!isObject(params)) return undefined;
  if (!("id" in message)) {
    return method === "notifications/initialized" && hasOnly(params, []) ? { kind: "initialized" } : undefined;
  }
  if (!isRequestId(id)) return undefined;
  if (method === "initialize") {
    const { protocolVersion } = params;
    const usual = isText(protocolVersion) && isCapabilities(params.capabilities) && isClientInfo(params.clientInfo);
    return usual && hasOnly(params, initializeMembers) ? { kind: "initialize", id, protocolVersion } : undefined;
  }
  if (!hasOnly(params, ["_meta"]) || !absentOr(isMeta)(params._meta)) return undefined;
  if (method === "ping") return { kind: "ping", id };
  return method === "tools/list" ? { kind: "list", id } : undefined;
}

const members = ["jsonrpc", "id", "method", "params"];

const initializeMembers = ["protocolVersion", "capabilities", "clientInfo"];

const isMeta: Check = (value) =>
  isObject(value) && hasOnly(value, ["progressToken"]) && isRequestId(value.progressToken);

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
