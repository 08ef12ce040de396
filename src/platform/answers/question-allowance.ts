import type { ModelSettings } from "../models/settings.ts";
import { Problem } from "../problem.ts";

/** Whoever may read may ask, and the operator pays: so many questions a minute for one user, all at once or not. */
const perMinute = 20;
const minute = 60_000;
/** Users that are remembered before those are forgotten who have everything back. */
const mostRemembered = 1_000;

interface Allowance {
  readonly left: number;
  /** Milliseconds since any moment. */
  readonly at: number;
}

const allowances = new WeakMap<ModelSettings, Map<string, Allowance>>();

/** Counts one question to a model. Throws `too_many_requests` where that is more than its user may ask. */
export function takeQuestion(model: ModelSettings, user: string, now: number = performance.now()): void {
  const ofUsers = allowances.get(model) ?? new Map<string, Allowance>();
  allowances.set(model, ofUsers);
  if (ofUsers.size >= mostRemembered) {
    for (const [id, { at }] of ofUsers) if (now - at >= minute) ofUsers.delete(id);
  }
  const before = ofUsers.get(user) ?? { left: perMinute, at: now };
  const left = Math.min(perMinute, before.left + ((now - before.at) * perMinute) / minute);
  if (left < 1) {
    const seconds = Math.ceil(((1 - left) * minute) / perMinute / 1_000);
    throw new Problem(
      "too_many_requests",
      `query: you may ask ${perMinute} questions a minute. Wait ${seconds} s, or search the content, which has no such limit.`,
      seconds,
    );
  }
  ofUsers.set(user, { left: left - 1, at: now });
}
