import { randomUUID } from "node:crypto";
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";
import { messageBytes, type ResultMessage } from "./message-bytes.ts";

/** Milliseconds a client should wait before it reopens a stream. */
export const reconnectAfter = 1000;

/** The revision of the 2025 era in which a stream starts with an event to resume from. */
const resumable = "2025-11-25";

export interface SessionEvents extends EventStore {
  /** A stream with one message; stored if a client of this revision can resume it. */
  write(message: ResultMessage, version: string | null): Buffer<ArrayBuffer>;
}

interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly json: string | Buffer;
}

/** The most UTF-16 units and bytes of JSON kept for one session. */
const mostKept = 1_000_000;

const mostEvents = 500;

/**
 * The newest events of one session, for a client that reconnects with `Last-Event-ID`. A
 * client that returns too late is told that the event is unknown instead of silently missing events.
 */
export function createSessionEvents(): SessionEvents {
  const events: StoredEvent[] = [];
  let kept = 0;
  let count = 0;

  const newId = (stream: string) => `${stream}_${++count}`;
  const store = (stream: string, json: string | Buffer, id = newId(stream)): string => {
    events.push({ id, stream, json });
    kept += json.length;
    while (events.length > mostEvents || (kept > mostKept && events.length > 1)) {
      kept -= events.shift()?.json.length ?? 0;
    }
    return id;
  };

  return {
    storeEvent: async (stream, message) => store(stream, JSON.stringify(message)),

    write(message, version) {
      const end = "\n\n";
      // A client of an earlier revision has no id to resume the stream from.
      if (version !== resumable) return messageBytes(message, "event: message\ndata: ", end);
      const stream = randomUUID();
      const beginning = `id: ${store(stream, "{}")}\nretry: ${reconnectAfter}\ndata: ${end}`;
      const id = newId(stream);
      const before = `${beginning}event: message\nid: ${id}\ndata: `;
      const bytes = messageBytes(message, before, end);
      store(stream, bytes.subarray(before.length, -end.length), id);
      return bytes;
    },

    async getStreamIdForEventId(id) {
      return events.find((event) => event.id === id)?.stream;
    },

    async replayEventsAfter(lastId, { send }) {
      const last = events.findIndex((event) => event.id === lastId);
      const stream = events[last]?.stream;
      if (stream === undefined) throw new Error("the event is no longer known");
      for (const event of events.slice(last + 1)) {
        // An empty object only marks the start of a stream.
        if (event.stream === stream && event.json !== "{}")
          await send(event.id, JSON.parse(event.json.toString()) as JSONRPCMessage);
      }
      return stream;
    },
  };
}
