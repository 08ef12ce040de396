import { z } from "zod";

/** How much of a related object to show. Members are named by path, such as `user.id`. */
export interface Brief {
  /** Members that identify the object when another object refers to it. */
  readonly named: readonly string[];
  /** Members shown for each item of a list; all of them if left out. */
  readonly listed?: readonly string[];
  /** Long, rarely used members, omitted unless requested by name. */
  readonly seldom?: readonly string[];
  /** Default values that a list need not repeat. */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

/** The brief of each model that has one. */
export const briefs = z.registry<Brief>();
