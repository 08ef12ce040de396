import { DatabaseServerError } from "../../server-error.ts";

/** The server as messages name it, without user, password and options. Throws `DatabaseServerError`. */
export function describeServer(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const host = decoded(parsed?.host ?? "");
  if (parsed === undefined || host === undefined || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new DatabaseServerError(
      "unsupported",
      "The database is not a URL like postgres://user:password@host:5432/name.",
    );
  }
  const { pathname, searchParams } = parsed;
  // The folder of a socket is encoded in place of a host, or is an option.
  return `${(searchParams.get("host") ?? host) || "this machine"}${pathname}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
