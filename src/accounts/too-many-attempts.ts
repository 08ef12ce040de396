import { Problem } from "../platform/kernel/problem.ts";
import type { Wait } from "../server/access/limits.ts";

/** Tells a person to wait. */
export const tooManyAttempts = ({ seconds, limit }: Wait): Problem =>
  new Problem("too_many_requests", `Too many attempts. Wait ${seconds} s, then try again.`, seconds, limit);
