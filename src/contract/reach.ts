/** Limits on a caller: each limit allows what those before it allow. */
const limits = ["read", "propose", "all"] as const;
export type Limit = (typeof limits)[number];

/** Scopes of a token, from the least to the most: each scope allows what those before it allow. */
export const scopes = ["read", "propose", "write", "merge", "admin"] as const;
export type Scope = (typeof scopes)[number];

/** What each scope adds to the one before it, phrased to follow "may". */
export const scopeMeanings: Readonly<Record<Scope, string>> = {
  read: "read what you may read",
  propose: "write in change requests, and comment",
  write: "approve change requests, and change names, order and settings",
  merge: "merge change requests, change published content, and start work such as translating and Git synchronization",
  admin: "do everything else that you may do, such as deleting, publishing, and inviting people",
};

interface ReachTraits {
  /** What such a call does, phrased to follow "it". */
  readonly does: string;
  /** The narrowest limit that allows it. */
  readonly limit: Limit;
  /** The least scope of a token that allows it. */
  readonly scope: Scope;
  /** Requires confirmation by a person. */
  readonly asks: boolean;
  /** Affects people or services outside the organization. */
  readonly openWorld: boolean;
}

/**
 * How far a call goes beyond its caller, from the least to the most. Confirmation, scopes of access tokens, the limits
 * read-only and propose-only, hints for hosts and the badge in the reference are derived from it.
 */
export const reaches = {
  reads: { does: "changes nothing", limit: "read", scope: "read", asks: false, openWorld: false },
  proposes: {
    does: "comments or writes in a change request",
    limit: "propose",
    scope: "propose",
    asks: false,
    openWorld: false,
  },
  approves: { does: "approves a change request", limit: "all", scope: "write", asks: false, openWorld: false },
  administers: {
    does: "changes settings, names or order",
    limit: "all",
    scope: "write",
    asks: false,
    openWorld: false,
  },
  runs: {
    does: "starts work that reaches beyond the platform",
    limit: "all",
    scope: "merge",
    asks: true,
    openWorld: true,
  },
  changes_content: { does: "changes published content", limit: "all", scope: "merge", asks: true, openWorld: true },
  deletes: { does: "deletes something", limit: "all", scope: "admin", asks: true, openWorld: false },
  publishes: { does: "decides who sees content", limit: "all", scope: "admin", asks: true, openWorld: true },
  invites: { does: "lets people in", limit: "all", scope: "admin", asks: true, openWorld: true },
  grants: { does: "gives or changes rights", limit: "all", scope: "admin", asks: true, openWorld: true },
} as const satisfies Readonly<Record<string, ReachTraits>>;

export type Reach = keyof typeof reaches;
/** What a caller sends: path, query and body members in one object, not yet validated. */
export type Sent = Readonly<Record<string, unknown>>;

/** For operations whose reach depends on their arguments. */
export interface ReachByArguments {
  /** Every reach that `of` returns, from the least to the most. */
  readonly among: readonly [Reach, Reach, ...Reach[]];
  /** Must return the most for arguments it does not understand. */
  of(sent: Sent): Reach;
}

export type DeclaredReach = Reach | ReachByArguments;

/** For an operation whose fields differ in reach: the furthest of the given fields, or `otherwise` if none is given. */
export function byFields(otherwise: Reach, fields: Readonly<Record<string, Reach>>): ReachByArguments {
  const [lowest = otherwise, next = otherwise, ...more] = inOrder([otherwise, ...Object.values(fields)]);
  return {
    among: [lowest, next, ...more],
    of: (sent) => furthest([otherwise, ...Object.keys(fields).flatMap((name) => reachOfField(fields, name, sent))]),
  };
}

const reachOfField = (fields: Readonly<Record<string, Reach>>, name: string, sent: Sent): Reach[] => {
  const reach = fields[name];
  return reach === undefined || sent[name] === undefined ? [] : [reach];
};

/** From the least to the most. */
const order = Object.keys(reaches) as Reach[];

const inOrder = (some: readonly Reach[]): Reach[] => order.filter((reach) => some.includes(reach));

export const furthest = (some: readonly Reach[]): Reach => order.findLast((reach) => some.includes(reach)) ?? "reads";

/** Every reach an operation can have, from the least to the most. */
export const listReaches = (declared: DeclaredReach): readonly [Reach, ...Reach[]] =>
  typeof declared === "string" ? [declared] : declared.among;

/** The reach of one call. */
export const computeReach = (declared: DeclaredReach, sent: Sent): Reach =>
  typeof declared === "string" ? declared : declared.of(sent);

export const isAsFar = (reach: Reach, other: Reach): boolean => order.indexOf(reach) >= order.indexOf(other);

/** Whether a limit allows everything that another does. */
export const includesLimit = (limit: Limit, other: Limit): boolean => limits.indexOf(other) <= limits.indexOf(limit);

/** Whether a scope allows everything that another does. */
export const includesScope = (granted: Scope, needed: Scope): boolean =>
  scopes.indexOf(needed) <= scopes.indexOf(granted);

export const isScope = (text: unknown): text is Scope => scopes.some((scope) => scope === text);

export const narrowest = (some: readonly Limit[]): Limit => limits.find((limit) => some.includes(limit)) ?? "all";
export const widest = (some: readonly Limit[]): Limit => limits.findLast((limit) => some.includes(limit)) ?? "read";
