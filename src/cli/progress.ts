/** One line on a terminal that is rewritten as work goes on; elsewhere a line every tenth of the way of each step. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  #shown = { step: "", tenth: -1 };

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  show(step: string, done: number, total: number): void {
    const share = total === 0 ? 1 : done / total;
    const tenth = Math.floor(share * 10);
    const sameStep = step === this.#shown.step;
    if (this.#stream.isTTY) {
      const width = 30;
      const filled = Math.round(share * width);
      const bar = "█".repeat(filled) + "░".repeat(width - filled);
      const start = sameStep || this.#shown.step === "" ? "\r" : "\n";
      this.#stream.write(`${start}${step.padEnd(8)} ${bar} ${done}/${total}`);
    } else if (!sameStep || tenth !== this.#shown.tenth) {
      this.#stream.write(`${step} ${done}/${total}\n`);
    }
    this.#shown = { step, tenth };
  }

  end(): void {
    if (this.#stream.isTTY && this.#shown.step !== "") this.#stream.write("\n");
  }
}
