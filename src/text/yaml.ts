import {
  type Document,
  type DocumentOptions,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  YAMLParseError,
} from "yaml";
import { findRepeatedKey } from "./repeated-key.ts";

/** A YAML document, whose `errors` say why it cannot be used. Takes time in proportion to the text. */
export function parseYaml(text: string, options: ParseOptions & DocumentOptions & SchemaOptions): Document.Parsed {
  const document = parseDocument(text, { ...options, uniqueKeys: false });
  const repeated = findRepeatedKey(document.contents);
  if (repeated !== undefined) {
    const { name, offset } = repeated;
    const message = `the key ${JSON.stringify(name.slice(0, 100))} stands twice in one mapping`;
    document.errors.push(new YAMLParseError([offset, offset + 1], "DUPLICATE_KEY", message));
  }
  return document;
}
