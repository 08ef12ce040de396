/** Markup that is safe to send. Only this file creates it, so that text cannot become markup in any other way. */
export class Html {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** Accepts markup that a library such as a highlighter has escaped. Never use it for text of authors or readers. */
  static trusted(markup: string): Html {
    return new Html(markup);
  }
}

export type Child = Html | string | number | undefined | null | false | readonly Child[];

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
);

/** Attributes with addresses that a browser loads or follows. */
const addressAttributes: ReadonlySet<string> = new Set(["href", "src", "action", "formaction", "poster", "srcset"]);

/**
 * An element. String children are text; an attribute that is `true` has no value, and one that is `undefined` or
 * `false` is left out. Addresses that could run a script are left out.
 */
export function h(name: string, attributes: Attributes = {}, ...children: Child[]): Html {
  let markup = `<${name}`;
  for (const attribute in attributes) {
    const value = attributes[attribute];
    if (value === undefined || value === false) continue;
    if (value === true) {
      markup += ` ${attribute}`;
      continue;
    }
    const text = String(value);
    if (addressAttributes.has(attribute) && !isSafeAddress(text)) continue;
    markup += ` ${attribute}="${escapeText(text)}"`;
  }
  if (voidElements.has(name)) return Html.trusted(`${markup}>`);
  return Html.trusted(`${markup}>${toMarkup(children)}</${name}>`);
}

/** Children in sequence, without an enclosing element. */
export function join(...children: Child[]): Html {
  return Html.trusted(toMarkup(children));
}

/** Words preceded by an icon, if there is one. */
export function withIcon(icon: Html | undefined, words: string): Html {
  return icon === undefined ? join(words) : join(icon, " ", words);
}

/** Data for scripts and search engines. `<` is escaped, so that the data cannot end the element. */
export function jsonScript(type: string, data: unknown): Html {
  const json = JSON.stringify(data).replace(/</g, "\\u003c");
  return Html.trusted(`<script type="${escapeText(type)}">${json}</script>`);
}

export function htmlDocument(root: Html): string {
  return `<!doctype html>\n${root.text}\n`;
}

function toMarkup(child: Child): string {
  if (child instanceof Html) return child.text;
  if (typeof child === "string") return escapeText(child);
  if (typeof child === "number") return String(child);
  if (!child) return "";
  let markup = "";
  for (const one of child) markup += toMarkup(one);
  return markup;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeText(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => escapes[character] ?? "") : text;
}

const safeSchemes: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel", "sms"]);

/** Whether an address is safe to follow or load: relative, or with one of a few schemes. */
export function isSafeAddress(address: string): boolean {
  // No scheme can begin with these.
  if (/^[/#?.]/.test(address)) return true;
  // Browsers skip control characters and spaces before and within a scheme.
  const bare = address.replace(/[\p{Cc}\p{Zs}]/gu, "");
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1];
  return scheme === undefined || safeSchemes.has(scheme.toLowerCase());
}
