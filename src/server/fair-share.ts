export interface Shares {
  /** Total available while there are few callers. */
  readonly max: number;
  readonly maxPerCaller: number;
}

export interface Taken {
  readonly all: number;
  readonly own: number;
  /** Other callers that have at least one. */
  readonly others: number;
}

/**
 * Whether a caller may have one more of a shared resource. When all are taken, a caller with less than an equal share
 * may still have one more, so that heavy users lock no one out: n callers then have at most the total times 1 + ln n.
 */
export function hasCapacity({ max, maxPerCaller }: Shares, { all, own, others }: Taken): boolean {
  if (own >= maxPerCaller || all >= ceiling(max)) return false;
  return all < max || own < Math.max(1, Math.floor(max / (others + 1)));
}

/** The maximum for any number of callers. */
export const ceiling = (max: number): number => 10 * max;
