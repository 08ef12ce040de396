/** What a database URL may contain besides the database. */
const supported: ReadonlySet<string> = new Set([
  "application_name",
  "host",
  "options",
  "password",
  "port",
  "sslcert",
  "sslkey",
  "sslmode",
  "sslrootcert",
  "uselibpqcompat",
  "user",
]);

const encrypt = "Use sslmode=verify-full or sslmode=require to encrypt the connection.";

/** Options that are not supported, with what to do instead. */
const advice: Readonly<Record<string, string>> = {
  channel_binding: "Remove it, and use sslmode=verify-full to check the server.",
  ssl: encrypt,
  sslaccept: encrypt,
  sslnegotiation: encrypt,
  requiressl: encrypt,
  schema: "Name the schema in options, such as options=-csearch_path%3Ddocs.",
  search_path: "Name the schema in options, such as options=-csearch_path%3Ddocs.",
  statement_timeout: "Put it into options, such as options=-cstatement_timeout%3D90s.",
};

/** Other options of libpq, drivers and poolers. Only these are repeated: any other may be a piece of a password. */
const elsewhere: ReadonlySet<string> = new Set([
  "binary",
  "client_encoding",
  "connect_timeout",
  "connection_limit",
  "connectionTimeoutMillis",
  "database",
  "dbname",
  "enableChannelBinding",
  "encoding",
  "fallback_application_name",
  "gssencmode",
  "gsslib",
  "hostaddr",
  "idle_in_transaction_session_timeout",
  "keepAlive",
  "keepalives",
  "keepalives_count",
  "keepalives_idle",
  "keepalives_interval",
  "krbsrvname",
  "load_balance_hosts",
  "lock_timeout",
  "max",
  "passfile",
  "pgbouncer",
  "pool_timeout",
  "query_timeout",
  "replication",
  "require_auth",
  "requirepeer",
  "service",
  "ssl_max_protocol_version",
  "ssl_min_protocol_version",
  "sslcertmode",
  "sslcompression",
  "sslcrl",
  "sslcrldir",
  "sslpassword",
  "sslsni",
  "target_session_attrs",
  "tcp_user_timeout",
]);

/** What is wrong with the options of a database URL; undefined if all are supported. */
export function unsupportedOption(names: readonly string[]): string | undefined {
  const name = names.find((candidate) => !supported.has(candidate));
  if (name === undefined) return undefined;
  const known = Object.hasOwn(advice, name) ? advice[name] : elsewhere.has(name) ? "Remove it." : undefined;
  const options = `Options are ${[...supported].join(", ")}.`;
  return known === undefined
    ? `the URL has an option that is not supported. Remove it, or encode & as %26 if it is part of a password. ${options}`
    : `the URL has the option "${name}", which is not supported. ${known} ${options}`;
}
