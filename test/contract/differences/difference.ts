/** Facts that only the contract has, and that only the description has, each with the reason. */
interface Difference {
  readonly added?: Readonly<Record<string, string>>;
  readonly missing?: Readonly<Record<string, string>>;
}

/** By operation id. */
export type Differences = Readonly<Record<string, Difference>>;
