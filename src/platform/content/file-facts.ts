import { posix } from "node:path";
import type { FileRecord } from "./records.ts";

/** What a file's bytes reveal about it. */
export interface FileFacts {
  readonly contentType: string;
  /** Images only. */
  readonly dimensions?: { readonly width: number; readonly height: number };
}

/** Magic numbers by type: the bytes at offset `at`, as Latin-1 text. */
const signatures: readonly { readonly type: string; readonly at: number; readonly bytes: string }[] = [
  { type: "image/png", at: 0, bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", at: 0, bytes: "\xff\xd8\xff" },
  { type: "image/gif", at: 0, bytes: "GIF87a" },
  { type: "image/gif", at: 0, bytes: "GIF89a" },
  { type: "image/webp", at: 8, bytes: "WEBP" },
  { type: "image/avif", at: 4, bytes: "ftypavif" },
  { type: "image/avif", at: 4, bytes: "ftypavis" },
  { type: "application/pdf", at: 0, bytes: "%PDF-" },
  { type: "application/gzip", at: 0, bytes: "\x1f\x8b" },
  { type: "video/webm", at: 0, bytes: "\x1a\x45\xdf\xa3" },
  { type: "audio/ogg", at: 0, bytes: "OggS" },
  { type: "font/woff", at: 0, bytes: "wOFF" },
  { type: "font/woff2", at: 0, bytes: "wOF2" },
];

const measured: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml",
]);

/**
 * Images state their size near the beginning. SVG is searched as text, possibly several times, so the text is kept
 * short.
 */
const maxInspectedBytes = 512 * 1024;
const maxInspectedTextBytes = 16 * 1024;

/** The type shown by the bytes, or else the declared one, and the size of an image. */
export async function readFileFacts(bytes: Uint8Array, name: string, declared: string): Promise<FileFacts> {
  const contentType = detectType(bytes, name, declared);
  if (!measured.has(contentType)) return { contentType };
  const maxBytes = contentType === "image/svg+xml" ? maxInspectedTextBytes : maxInspectedBytes;
  const dimensions = await measure(bytes.subarray(0, maxBytes));
  return dimensions === undefined ? { contentType } : { contentType, dimensions };
}

function detectType(bytes: Uint8Array, name: string, declared: string): string {
  const beginning = Buffer.from(bytes.subarray(0, 1024));
  const head = beginning.toString("latin1");
  const shown = signatures.find(({ at, bytes: wanted }) => head.startsWith(wanted, at))?.type;
  if (shown !== undefined) return sameContainer(shown, declared) ? declared : shown;
  const text = beginning.toString("utf8").replace(/^\ufeff/, "");
  if (/^\s*(<\?xml\b[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg\b[^>]*>\s*)?<svg[\s>]/i.test(text)) {
    return "image/svg+xml";
  }
  // An SVG whose first tag comes late is recognized by its name.
  if (posix.extname(name).toLowerCase() === ".svg" && text.trimStart().startsWith("<")) return "image/svg+xml";
  return declared;
}

/** Some types share a container format, so the declared type is more specific. */
function sameContainer(shown: string, declared: string): boolean {
  if (shown === "application/gzip") return !/^(image|text|video|audio)\//.test(declared);
  return (shown === "video/webm" || shown === "audio/ogg") && /^(video|audio)\//.test(declared);
}

async function measure(bytes: Uint8Array): Promise<FileFacts["dimensions"]> {
  const { imageSize } = await import("image-size");
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    // Orientations 5 and up swap width and height.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

/** What each part of the platform does with a member of a file or a reusable content (which is a file). */
interface FileMember {
  /**
   * When both sides changed a reusable content, `text` is merged; other members come from the kept side or follow from
   * it.
   */
  readonly merge: "kept" | "text" | "from text";
  readonly difference: "reported" | "not reported";
  /** How the API presents it. `derived`: file-view.ts derives something else from it. */
  readonly view: "as kept" | "derived";
}

const plainMember = { merge: "kept", difference: "not reported", view: "as kept" } as const;

/** The single list of a file's members, from which comparison, merge and view are derived. */
const fileMembers = {
  id: plainMember,
  name: { ...plainMember, difference: "reported" },
  contentType: { ...plainMember, difference: "reported" },
  size: { merge: "from text", difference: "reported", view: "as kept" },
  dimensions: plainMember,
  content: { merge: "text", difference: "not reported", view: "derived" },
  source: { ...plainMember, view: "derived" },
} as const satisfies { readonly [Member in keyof Required<FileRecord>]: FileMember };

type Table = typeof fileMembers;

export type FileMembersWhere<Concern extends keyof FileMember, Value> = {
  [Member in keyof Table]: Table[Member][Concern] extends Value ? Member : never;
}[keyof Table];

const names = Object.keys(fileMembers) as (keyof Table)[];

/** Members that a comparison reports, each with its attribute. */
export const reportedFileMembers = names
  .filter((name) => fileMembers[name].difference === "reported")
  .map((name) => [name, name] as const);

export const shownFileMembers = names.filter(
  (name): name is FileMembersWhere<"view", "as kept"> => fileMembers[name].view === "as kept",
);
