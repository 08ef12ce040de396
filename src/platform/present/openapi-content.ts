import type { OpenAPISpecContent, OpenAPISpecText } from "../../contract/models/openapi-spec.ts";
import { type PackedText, unpackInPieces } from "../openapi/packed-text.ts";
import type { Row } from "../store/tables.ts";

type FileRow = Row<"openapi_file">;

/** Writes an `OpenAPISpecContent`: what the files hold is JSON already, and nobody reads it on the way. */
export async function* writeContent(
  files: readonly FileRow[],
  links: Pick<OpenAPISpecContent, "url" | "urls">,
): AsyncGenerator<Uint8Array> {
  yield utf8('{"filesystem":{');
  for (const [index, { path, text, content }] of files.entries()) {
    yield utf8(`${index === 0 ? "" : ","}${JSON.stringify(path)}:`);
    yield* unpackInPieces(content ?? text);
  }
  yield utf8(`},${JSON.stringify(links).slice(1)}`);
}

/** Writes an `OpenAPISpecText`. */
export async function* writeText(text: PackedText, format: OpenAPISpecText["format"]): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  yield utf8('{"text":"');
  for await (const piece of unpackInPieces(text)) {
    yield utf8(JSON.stringify(decoder.decode(piece, { stream: true })).slice(1, -1));
  }
  yield utf8(`","format":${JSON.stringify(format)}}`);
}

const utf8 = (text: string) => Buffer.from(text);
