import { posix } from "node:path";

/** A path segment stays far below the 255 bytes file systems take, so that an export and a number added to it fit. */
const longestSegment = 200;

/** Where the file of a new page goes: into the folder its parent stands for. */
export function sourceUnder(parent: { source?: string | undefined; path: string } | undefined, slug: string): string {
  const name = `${clipped(slug, longestSegment)}.md`;
  if (parent === undefined) return name;
  const { source } = parent;
  if (source === undefined) return `${parent.path}/${name}`;
  const folder = /(^|\/)(readme|index)\.[^./]+$/i.test(source)
    ? source.slice(0, source.lastIndexOf("/") + 1)
    : `${source.replace(/\.[^./]*$/, "")}/`;
  return folder + name;
}

/** Where a new file goes, whatever its name: no segment that leads elsewhere or that some system cannot write. */
export function assetSource(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cs}/\\:*?"<>|]/gu, "-").replace(/^[. ]+|[. ]+$/g, "");
  const ending = clipped(posix.extname(plain), 20);
  const stem = clipped(plain.slice(0, plain.length - posix.extname(plain).length), longestSegment);
  return `.gitbook/assets/${stem || "file"}${ending}`;
}

/** The longest beginning that UTF-8 writes in so many bytes. */
function clipped(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = "";
  let size = 0;
  for (const letter of text) {
    size += Buffer.byteLength(letter);
    if (size > bytes) break;
    kept += letter;
  }
  return kept;
}
