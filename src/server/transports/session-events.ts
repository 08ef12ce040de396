import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** Milliseconds a client should wait before it reopens a stream. */
export const reconnectAfter = 1000;

export interface SessionEvents extends EventStore {
  /** Drops all events, when the session has ended. */
  close(): void;
}

interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly json: string;
}

/** The most UTF-16 units of JSON kept for one session. */
const mostKept = 1_000_000;

const mostEvents = 500;

/** The same for all sessions of a process. */
const mostKeptTogether = 32_000_000;

/** The events of all sessions of a process, oldest first. Beyond its limit the oldest are dropped, whoever has them. */
export class EventsTogether {
  readonly #most: number;
  /** What drops each event from its session. */
  readonly #events = new Map<StoredEvent, () => void>();
  #kept = 0;

  constructor(most = mostKeptTogether) {
    this.#most = most;
  }

  add(event: StoredEvent, drop: () => void): void {
    this.#events.set(event, drop);
    this.#kept += event.json.length;
    for (const [oldest, dropOldest] of this.#events) {
      if (this.#kept <= this.#most) return;
      this.remove(oldest);
      dropOldest();
    }
  }

  remove(event: StoredEvent): void {
    if (this.#events.delete(event)) this.#kept -= event.json.length;
  }
}

/**
 * The newest events of one session, for a client that reconnects with `Last-Event-ID`. A
 * client that returns too late is told that the event is unknown instead of silently missing events.
 */
export function createSessionEvents(together: EventsTogether): SessionEvents {
  const events: StoredEvent[] = [];
  let kept = 0;
  let count = 0;

  /** The oldest of all sessions is the oldest of its own, too. */
  const dropOldest = () => {
    kept -= events.shift()?.json.length ?? 0;
  };

  return {
    async storeEvent(stream, message) {
      const event = { id: `${stream}_${++count}`, stream, json: JSON.stringify(message) };
      events.push(event);
      kept += event.json.length;
      while (events.length > mostEvents || (kept > mostKept && events.length > 1)) {
        const [oldest] = events;
        if (oldest !== undefined) together.remove(oldest);
        dropOldest();
      }
      together.add(event, dropOldest);
      return event.id;
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
          await send(event.id, JSON.parse(event.json) as JSONRPCMessage);
      }
      return stream;
    },

    close() {
      for (const event of events) together.remove(event);
      events.length = 0;
      kept = 0;
    },
  };
}
