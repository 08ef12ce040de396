/** ISO 8601 in UTC: the same text on every engine. Booleans are 0 and 1. */
export type Timestamp = string;

/** JSON as text. */
export type Json = string;
