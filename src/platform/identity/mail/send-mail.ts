export interface Mail {
  /** One address, as `normalizeEmail` returns it. */
  readonly to: string;
  readonly subject: string;
  /** Paragraphs separated by empty lines. One that is a web address becomes a link in the HTML form. */
  readonly text: string;
}

/** Milliseconds that a mail server may take to respond. */
const maxSilenceMs = 30_000;

/** A message that was not accepted. */
export class MailFailure extends Error {
  override readonly name = "MailFailure";
  /** The server rejected it permanently: do not send it again. */
  readonly lasts: boolean;

  constructor(message: string, lasts: boolean) {
    super(message);
    this.lasts = lasts;
  }
}

/** Sends one message as plain text and HTML. Throws `MailFailure`. */
export async function sendMail({ url, from }: MailSettings, { to, subject, text }: Mail): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === "smtps:";
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    // Passwords are never sent over a network unencrypted.
    requireTLS: username !== "" && !isLoopback(hostname),
    ...(username === "" ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: maxSilenceMs,
    greetingTimeout: maxSilenceMs,
    socketTimeout: maxSilenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      // An object cannot be parsed as several addresses.
      to: { name: "", address: to },
      subject: oneLine(subject),
      text,
      html: formatHtml(text),
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } catch (error) {
    throw toFailure(error);
  } finally {
    transport.close();
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

function toFailure(error: unknown): MailFailure {
  const { responseCode, message } = error as { responseCode?: number; message?: string };
  const description = oneLine(message ?? String(error)).slice(0, 300);
  return new MailFailure(description, responseCode !== undefined && responseCode >= 500);
}

/** Untrusted text made safe for use within one line. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function formatHtml(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
  const paragraphs = escaped.trim().split(/\n{2,}/);
  return paragraphs
    .map((part) => (/^https?:\/\/\S+$/.test(part) ? `<p><a href="${part}">${part}</a></p>` : `<p>${part}</p>`))
    .join("\n");
}

/** How mail is sent, as configured by the operator. */
export interface MailSettings {
  /** `smtp://` or `smtps://`; may carry a user name and password. */
  readonly url: string;
  readonly from: MailAddress;
}

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

declare module "../../kernel/context.ts" {
  interface Setup {
    /** Undefined if mail is not configured. */
    readonly mail: MailSettings | undefined;
  }
}
