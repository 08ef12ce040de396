export type LogLevel = "error" | "warn" | "info" | "debug";

/** What a line says besides its message, by short names. Undefined members are left out. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Takes one line for the people who run the server. Whatever it writes to, it is never stdout. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;
