export interface Shares {
  /** What there may be in all while callers are few. */
  readonly most: number;
  readonly mostPerCaller: number;
}

export interface Taken {
  readonly all: number;
  readonly own: number;
  /** Callers that have any, without this one. */
  readonly others: number;
}

/**
 * Whether a caller may have one more of what all share. When everything is taken, whoever has less than an equal share
 * still may, so that those who took much refuse nobody: n callers then have at the most the total times 1 + ln n.
 */
export function hasRoom({ most, mostPerCaller }: Shares, { all, own, others }: Taken): boolean {
  if (own >= mostPerCaller || all >= ceiling(most)) return false;
  return all < most || own < Math.max(1, Math.floor(most / (others + 1)));
}

/** What there may be however many callers there are. */
export const ceiling = (most: number): number => 10 * most;
