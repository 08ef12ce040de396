/** Where backtick runs of each length stand, so that unmatched runs never cost a second pass. */
export class BacktickRuns {
  readonly #positions = new Map<number, number[]>();
  readonly #used = new Map<number, number>();

  constructor(source: string) {
    for (let start = source.indexOf("`"); start !== -1; start = source.indexOf("`", start)) {
      let end = start + 1;
      while (source[end] === "`") end += 1;
      const positions = this.#positions.get(end - start);
      if (positions) positions.push(start);
      else this.#positions.set(end - start, [start]);
      start = end;
    }
  }

  /** The first run of exactly `length` at or after `from`, -1 when there is none. Ask with growing offsets. */
  next(length: number, from: number): number {
    const positions = this.#positions.get(length);
    if (!positions) return -1;
    let index = this.#used.get(length) ?? 0;
    while (index < positions.length && (positions[index] ?? 0) < from) index += 1;
    this.#used.set(length, index);
    return positions[index] ?? -1;
  }
}
