import { DatabaseServerError } from "../../server-error.ts";

/** The server as messages name it, without user, password and options. Throws `DatabaseServerError`. */
export function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new DatabaseServerError(
      "unsupported",
      "The database is not a URL like postgres://user:password@host:5432/name.",
    );
  }
  const { host, pathname, searchParams } = parsed;
  // The folder of a socket is encoded in place of a host, or is an option.
  const given = searchParams.get("host") ?? (/%2F/i.test(host) ? decodeURIComponent(host) : host);
  return `${given || "this machine"}${pathname}`;
}
