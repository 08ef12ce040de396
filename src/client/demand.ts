import { Socket } from "node:net";
import type { buildConnector } from "undici";

/**
 * Lets connections be opened only while calls want them. undici goes on opening the connection of a call that was
 * cancelled, and opens another when a cancelled call cost it one; both would keep the process from ending.
 */
export class Demand {
  readonly #opening = new Set<Socket>();
  #calls = 0;

  /** Counts a call until it says that it is over, which it may say more than once. */
  begin(): () => void {
    let over = false;
    this.#calls += 1;
    return () => {
      if (over) return;
      over = true;
      this.#calls -= 1;
      if (this.#calls === 0) for (const socket of this.#opening) socket.destroy(unwanted());
    };
  }

  guard(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      if (this.#calls === 0) return queueMicrotask(() => callback(unwanted(), null));
      // Typed as nothing, and in fact the socket.
      const socket: unknown = connect(options, (...outcome) => {
        if (socket instanceof Socket) this.#opening.delete(socket);
        callback(...outcome);
      });
      if (socket instanceof Socket) this.#opening.add(socket);
    };
  }
}

function unwanted(): Error {
  return new Error("no call waits for the connection");
}
