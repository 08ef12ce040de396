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

/** UTF-16 units of JSON stored for one session. */
const maxUnits = 1_000_000;

const maxEvents = 500;

/** The same for all sessions of a process. */
const maxUnitsTogether = 32_000_000;

/** The events of all sessions of a process, oldest first. Beyond its limit the oldest are dropped, whoever has them. */
export class EventsTogether {
  readonly #max: number;
  /** What drops each event from its session. */
  readonly #events = new Map<StoredEvent, () => void>();
  #units = 0;

  constructor(max = maxUnitsTogether) {
    this.#max = max;
  }

  add(event: StoredEvent, drop: () => void): void {
    this.#events.set(event, drop);
    this.#units += event.json.length;
    for (const [oldest, dropOldest] of this.#events) {
      if (this.#units <= this.#max) return;
      this.remove(oldest);
      dropOldest();
    }
  }

  remove(event: StoredEvent): void {
    if (this.#events.delete(event)) this.#units -= event.json.length;
  }
}

/**
 * The newest events of one session, for a client that reconnects with `Last-Event-ID`. A
 * client that returns too late gets an error that the event is unknown instead of silently missing events.
 */
export function createSessionEvents(together: EventsTogether): SessionEvents {
  const events: StoredEvent[] = [];
  let units = 0;
  let count = 0;

  /** The oldest of all sessions is also the oldest of its own session. */
  const dropOldest = () => {
    units -= events.shift()?.json.length ?? 0;
  };

  return {
    async storeEvent(stream, message) {
      const event = { id: `${stream}_${++count}`, stream, json: JSON.stringify(message) };
      events.push(event);
      units += event.json.length;
      while (events.length > maxEvents || (units > maxUnits && events.length > 1)) {
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
      units = 0;
    },
  };
}
