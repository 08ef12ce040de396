import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import { SiteCustomization } from "../../../contract/models/site-customization.ts";
import { isMembers, unknownMembers } from "../../../contract/partial-value.ts";
import { isExternal } from "../../../markdown/page/link-paths.ts";
import { plainCustomization } from "../../../site/index.ts";
import { customizedOver } from "../sites/index.ts";

/** The file in a folder of Markdown that configures its site, relative to the folder. */
const siteFileName = ".copydesk/site.yaml";

/** A site file that cannot be used. The message gives the file name and, for each error, the line and field. */
class SiteFileError extends Error {
  override readonly name = "SiteFileError";
}

/**
 * Reads the customization that a folder gives its site: the contract's model, with every member optional.
 * Undefined without a file. Throws `SiteFileError`.
 */
export async function readSiteFile(folder: string): Promise<SiteCustomization | undefined> {
  const text = await readFile(join(folder, siteFileName), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new SiteFileError(`${siteFileName} cannot be read (${error.code}).`);
  });
  return text === undefined ? undefined : parseSiteFile(text);
}

/** Characters of a site file; reasonable ones are far smaller. */
const maxFileChars = 200_000;

const maxFaults = 10;

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Throws `SiteFileError`. */
export function parseSiteFile(text: string): SiteCustomization {
  if (text.length > maxFileChars) throw new SiteFileError(`${siteFileName} is longer than ${maxFileChars} characters.`);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const [firstLine = ""] = syntax.message.split("\n");
    throw new SiteFileError(`${siteFileName}: ${firstLine.replace(/:$/, "")}.`);
  }
  let written: unknown;
  try {
    // Aliases that expand each other could fill the memory.
    written = document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    throw new SiteFileError(`${siteFileName}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isMembers(written))
    throw new SiteFileError(`${siteFileName} contains no mapping. Write \`styling:\`, for example.`);
  const faults: Fault[] = [...unknownMembers(SiteCustomization, written), ...emptyMembers(written, [])];
  if (faults.length === 0) {
    const resolved = addresses(written, "", (address) =>
      isExternal(address) ? address : inFolder + encodeURI(address),
    );
    const checked = SiteCustomization.safeParse(
      customizedOver(plainCustomization, resolved as Readonly<Record<string, unknown>>),
    );
    if (checked.success) return checked.data;
    faults.push(...checked.error.issues.map(({ path, message }) => ({ path, message })));
  }
  const findLine = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const parent = document.getIn(path.slice(0, length - 1), true);
      const pair = isMap(parent) && parent.items.find(({ key }) => isScalar(key) && key.value === path[length - 1]);
      const node = pair ? pair.key : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
    }
    return 1;
  };
  const lines = faults
    .slice(0, maxFaults)
    .map(({ path, message }) => `  line ${findLine(path)}, ${path.map(String).join(".")}: ${message}`);
  if (faults.length > maxFaults) lines.push(`  and ${faults.length - maxFaults} more`);
  throw new SiteFileError([`${siteFileName} cannot be used:`, ...lines].join("\n"));
}

/** Replaces the folder while the settings are validated, because the contract accepts only full addresses. */
const inFolder = "https://folder.invalid/";

/** Members with an address that pages load, by the name of their parent member. */
const loaded: Readonly<Record<string, ReadonlySet<string>>> = {
  logo: new Set(["light", "dark"]),
  icon: new Set(["light", "dark"]),
  sources: new Set(["url"]),
  socialPreview: new Set(["url"]),
};

/** References may be written as just a path or an address. */
const references: ReadonlySet<string> = new Set(["to", "primaryLink"]);

/** The same settings, with each address that a page loads replaced. */
function addresses(value: unknown, within: string, replace: (address: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => addresses(one, within, replace));
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (typeof member !== "string") return [name, addresses(member, name, replace)];
      if (references.has(name)) return [name, { kind: "url", url: member }];
      return [name, loaded[within]?.has(name) === true ? replace(member) : member];
    }),
  );
}

/** Makes file addresses usable in pages. `fileHref` gets paths within the folder. Throws `SiteFileError` if one is missing. */
export async function withFileAddresses(
  settings: SiteCustomization,
  fileHref: (path: string) => Promise<string | undefined>,
): Promise<SiteCustomization> {
  const paths = new Set<string>();
  addresses(settings, "", (address) => {
    if (address.startsWith(inFolder)) paths.add(address);
    return address;
  });
  const found = new Map<string, string>();
  for (const address of paths) {
    const path = decodeURI(address.slice(inFolder.length)).replace(/^\.?\//, "");
    const href = await fileHref(path);
    if (href === undefined) {
      throw new SiteFileError(
        `${siteFileName}: there is no file "${path}" in the site. Put it into .gitbook/assets, or give a full address.`,
      );
    }
    found.set(address, href);
  }
  return addresses(settings, "", (address) => found.get(address) ?? address) as SiteCustomization;
}

/** Members with nothing after the colon; often a color, because `#` begins a comment. */
function emptyMembers(value: unknown, path: readonly PropertyKey[]): Fault[] {
  if (value === null) {
    return [{ path, message: 'has no value. Write colors in quotes, such as "#346ddb", or leave the member out' }];
  }
  if (Array.isArray(value)) return value.flatMap((one: unknown, index) => emptyMembers(one, [...path, index]));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === "to" && one === null ? [] : emptyMembers(one, [...path, name]),
  );
}
