/** Runs a read, or returns the result that the same read, by its key, had for the same data. Results must not be changed. */
export type Reuse = <Result>(key: string, read: () => Promise<Result>) => Promise<Result>;

export const readWithoutReuse: Reuse = (_, read) => read();

/** Results at one time; all are dropped when there are more. */
const maxResults = 1_000;

/** Keeps results of reads until somebody commits a write. */
export class ReusedReads {
  #stamp: string | number | undefined;
  #results = new Map<string, unknown>();

  /** For a transaction whose data has this stamp (`changeStamp`). */
  at(stamp: string | number): Reuse {
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      // A transaction that began before keeps the results of its own data.
      this.#results = new Map();
    }
    const results = this.#results;
    return async <Result>(key: string, read: () => Promise<Result>) => {
      if (results.has(key)) return results.get(key) as Result;
      const result = await read();
      if (results.size >= maxResults) results.clear();
      results.set(key, result);
      return result;
    };
  }
}
