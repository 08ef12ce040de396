import {
  type Document,
  type DocumentOptions,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  YAMLParseError,
} from "yaml";
import { expandedSize } from "./expanded-size.ts";
import { findRepeatedKey } from "./repeated-key.ts";

/** The package's own limit of aliases counts none for an empty list, which doubles with each line as any other does. */
const MOST_VALUES = 100_000;

/** A YAML document, whose `errors` say why it cannot be used. Takes time in proportion to the text. */
export function parseYaml(text: string, options: ParseOptions & DocumentOptions & SchemaOptions): Document.Parsed {
  const document = parseDocument(text, { ...options, uniqueKeys: false });
  const repeated = findRepeatedKey(document.contents);
  if (repeated !== undefined) {
    const { name, offset } = repeated;
    const message = `the key ${JSON.stringify(name.slice(0, 100))} stands twice in one mapping`;
    document.errors.push(new YAMLParseError([offset, offset + 1], "DUPLICATE_KEY", message));
  }
  if (expandedSize(document.contents) > MOST_VALUES) {
    const message = "its aliases repeat too much: write what they stand for";
    document.errors.push(new YAMLParseError([0, 1], "BAD_ALIAS", message));
  }
  return document;
}
