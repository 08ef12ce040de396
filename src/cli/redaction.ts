import type { Config } from "../config/config.ts";
import { type SettingName, settings } from "../config/settings.ts";

/** Removes secrets from a text that people or logs see. */
export type Redact = (text: string) => string;

/** A shorter secret would also match within words; in URLs, passwords of any length are removed. */
const minSecret = 6;

/** Also with a single slash, as in a mistyped URL. */
const urlPassword = /(\b[a-z][a-z\d+.-]*:\/{1,2}[^\s:@/]*:)[^\s@/]+@/gi;

export function createRedact(secrets: readonly string[]): Redact {
  const texts = secrets.filter((secret) => secret.length >= minSecret);
  const all = [...new Set(texts.flatMap((secret) => [secret, encodeURIComponent(secret)]))];
  // Longest first: a password is part of its URL.
  all.sort((a, b) => b.length - a.length);
  return (text) =>
    all
      .reduce((rest, secret) => rest.replaceAll(secret, "[token]"), text)
      .replace(urlPassword, "$1[token]@")
      .replace(/cpd_\w+/g, "[token]");
}

/** The secrets among the settings, and the passwords in them: drivers report parts of a URL rather than the URL. */
export function configuredSecrets(config: Config): string[] {
  return Object.entries(settings).flatMap(([name, { secret }]) => {
    const { value } = config[name as SettingName];
    return secret && typeof value === "string" && value !== "" ? [value, ...passwordsIn(value)] : [];
  });
}

/** Credentials of services that come only from the environment. */
const secretVariables = ["AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"];

/**
 * The secrets of a command line and its environment, before they are understood: values of secret settings, and
 * passwords in every argument, which may be a mistyped URL.
 */
export function findSecrets(argv: readonly string[], environment: NodeJS.ProcessEnv): string[] {
  const secrets = Object.values(settings).filter(({ secret }) => secret);
  const flags = secrets.map(({ flag }) => flag);
  const values = [...secrets.map(({ variable }) => variable), ...secretVariables].map((name) => environment[name]);
  for (const [at, argument] of argv.entries()) {
    const flag = flags.find((name) => argument === `--${name}` || argument.startsWith(`--${name}=`));
    if (flag !== undefined) values.push(argument === `--${flag}` ? argv[at + 1] : argument.slice(flag.length + 3));
    values.push(...passwordsIn(argument.replace(/^--[\w-]+=/, "")));
  }
  return values.flatMap((value) => (value === undefined || value === "" ? [] : [value, ...passwordsIn(value)]));
}

/** As written and decoded, of a URL or of what looks like one. */
function passwordsIn(text: string): string[] {
  const [, user = "", password = ""] = /^(?:[a-z][a-z\d+.-]*:)?\/*([^:@]*)(?::(.*))?@/is.exec(text) ?? [];
  const option = URL.canParse(text) ? new URL(text).searchParams.get("password") : null;
  // A token may replace a user name, as in https://token@github.com.
  const token = /^[a-z][a-z\d+.-]*:\/\//i.test(text) && password === "" && user.length >= minToken ? user : "";
  return [password, decoded(password), token, option ?? ""].filter((secret) => secret !== "");
}

const minToken = 20;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
