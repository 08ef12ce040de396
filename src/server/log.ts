export type LogLevel = "error" | "warn" | "info" | "debug";

/** Fields of a line besides its message. Undefined members are left out. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one line for the operators of the server, never to stdout. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;
