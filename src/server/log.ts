export type LogLevel = "error" | "warn" | "info" | "debug";

/** Takes one line for the people who run the server. Whatever it writes to, it is never stdout. */
export type Log = (level: LogLevel, message: string) => void;
