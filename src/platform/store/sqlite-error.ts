/** The engine's result codes: better-sqlite3 says their names, `node:sqlite` their extended numbers. */
const resultCodes = {
  SQLITE_BUSY: 5,
  SQLITE_READONLY: 8,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_NOTADB: 26,
} as const;

export function isSqliteError(error: unknown, ...codes: readonly (keyof typeof resultCodes)[]): error is Error {
  if (!(error instanceof Error)) return false;
  return codes.some((code) => {
    if ("errcode" in error && typeof error.errcode === "number") return (error.errcode & 0xff) === resultCodes[code];
    return "code" in error && typeof error.code === "string" && error.code.startsWith(code);
  });
}
