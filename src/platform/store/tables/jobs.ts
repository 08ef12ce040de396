import type { Json, Timestamp } from "./columns.ts";

interface JobTable {
  id: string;
  kind: string;
  /** Jobs of one lane run one after the other, in the order of `ordered_at`; null runs beside all others. */
  lane: string | null;
  /** When its cause happened. */
  ordered_at: Timestamp;
  input: Json;
  /** `waiting`, `running`, `succeeded`, `failed` or `cancelled`. The last three are final, but the sweep begins readings anew. */
  state: string;
  /** Not taken up before. */
  due_at: Timestamp;
  /** How often it may still be begun. A process that is killed takes one with it. */
  attempts_left: number;
  /** How often it failed in a way that was not foreseen. */
  failures: number;
  /** How many processes ended through an error that nobody caught while they ran it. */
  crashes: number;
  /** How many processes in a row ended without a word while they ran it, none of which came further than one before. */
  deaths: number;
  /** The most that was `done` when a process ended so. */
  furthest: number;
  /** The process that has it; nobody else takes it up before the lease ends. */
  lease_owner: string | null;
  lease_until: Timestamp | null;
  cancel_requested: number;
  done: number;
  /** Null while nobody knows. */
  total: number | null;
  message: string;
  /** What it came to. */
  result: Json | null;
  /** Why it failed: a code and a message. */
  error: Json | null;
  /** Scheme, host and port the request that caused it came to. */
  origin: string;
  created_by: string;
  created_at: Timestamp;
  started_at: Timestamp | null;
  ended_at: Timestamp | null;
  updated_at: Timestamp;
}

declare module "../tables.ts" {
  interface Tables {
    job: JobTable;
  }
}
