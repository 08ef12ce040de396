import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly json: string;
}

/** UTF-16 units of JSON kept for one session. */
const mostKept = 1_000_000;
const mostEvents = 500;

/**
 * The newest events of one session, for a client that comes back with `Last-Event-ID` after its connection broke. A
 * client that comes back later than the store remembers is told that the event is unknown, not given a gap.
 */
export function createEventStore(): EventStore {
  const events: StoredEvent[] = [];
  let kept = 0;
  let count = 0;

  return {
    async storeEvent(stream, message) {
      const event = { id: `${stream}_${++count}`, stream, json: JSON.stringify(message) };
      events.push(event);
      kept += event.json.length;
      while (events.length > mostEvents || (kept > mostKept && events.length > 1)) {
        kept -= events.shift()?.json.length ?? 0;
      }
      return event.id;
    },

    async getStreamIdForEventId(id) {
      return events.find((event) => event.id === id)?.stream;
    },

    async replayEventsAfter(lastId, { send }) {
      const last = events.findIndex((event) => event.id === lastId);
      const stream = events[last]?.stream;
      if (stream === undefined) throw new Error("the event is not known any more");
      for (const event of events.slice(last + 1)) {
        // An empty object only marks the start of a stream.
        if (event.stream === stream && event.json !== "{}")
          await send(event.id, JSON.parse(event.json) as JSONRPCMessage);
      }
      return stream;
    },
  };
}
