import { whenSent } from "./when-sent.ts";

/** Answers that are being made or sent. */
export interface InFlight {
  /** Counts an answer until it is made, and a stream until its last byte was taken or its reader went away. */
  track(answer: Promise<Response>): Promise<Response>;
  /** Answers whether nothing is under way any more, at the latest after so many milliseconds. */
  finished(most: number): Promise<boolean>;
  readonly size: number;
}

export function createInFlight(): InFlight {
  let size = 0;
  const waiting = new Set<() => void>();

  const end = () => {
    size -= 1;
    if (size === 0) for (const finish of waiting) finish();
  };

  return {
    async track(answer) {
      size += 1;
      try {
        const response = await answer;
        const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
        if (isStream) return whenSent(response, end);
        end();
        return response;
      } catch (error) {
        end();
        throw error;
      }
    },
    finished(most) {
      if (size === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve(size === 0);
        };
        const timer = setTimeout(settle, most);
        waiting.add(settle);
      });
    },
    get size() {
      return size;
    },
  };
}
