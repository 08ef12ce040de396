import { z } from "zod";

/** How much of an object is shown where something else was asked for. Members are named, or members in them: `user.id`. */
export interface Brief {
  /** Which object it is: what another object says of it. */
  readonly named: readonly string[];
  /** What a list says of each; left out, all members. */
  readonly listed?: readonly string[];
  /** Members left out even where the object itself is asked for, unless by name: long, and seldom of use. */
  readonly seldom?: readonly string[];
  /** Values that most objects have and a list need not repeat. */
  readonly usual?: Readonly<Record<string, unknown>>;
}

/** The brief of each model that has one. */
export const briefs = z.registry<Brief>();
