/** One line on a terminal that is rewritten as work goes on; elsewhere a line every tenth of the way. */
export class Progress {
  readonly #label: string;
  readonly #stream: NodeJS.WriteStream;
  #tenth = -1;

  constructor(label: string, stream: NodeJS.WriteStream = process.stderr) {
    this.#label = label;
    this.#stream = stream;
  }

  show(done: number, total: number): void {
    const share = total === 0 ? 1 : done / total;
    if (this.#stream.isTTY) {
      const width = 30;
      const filled = Math.round(share * width);
      const bar = "█".repeat(filled) + "░".repeat(width - filled);
      this.#stream.write(`\r${this.#label} ${bar} ${done}/${total}`);
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth === this.#tenth) return;
    this.#tenth = tenth;
    this.#stream.write(`${this.#label} ${done}/${total}\n`);
  }

  end(): void {
    if (this.#stream.isTTY) this.#stream.write("\n");
  }
}
