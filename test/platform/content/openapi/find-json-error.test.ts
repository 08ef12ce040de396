import { describe, expect, it } from "vitest";
import { findJsonError } from "../../../../src/platform/content/openapi/parse-file.ts";

/** The text with a mark at the reported error, and the reason. */
function told(text: string): string {
  const found = findJsonError(text);
  return found === undefined
    ? "nothing"
    : `${text.slice(0, found.offset)}^${text.slice(found.offset)} | ${found.reason}`;
}

describe("the reason of a JSON error", () => {
  it.each([
    ['{"a": ^oops}', '"oops" is not a value'],
    ['{"a": ^01}', '"01" is not a value'],
    ['{"a": ^NaN}', '"NaN" is not a value'],
    ['{"a": [1, ^]}', "a value is missing before it, or there is an extra comma before it"],
    ['{"a": 1,^}', "there is an extra comma before it"],
    ['{"a": 1 ^"b": 2}', "a comma or a closing } is missing before it"],
    ["[1 ^2]", "a comma or a closing ] is missing before it"],
    ['{"a" ^1}', "a colon is missing before it"],
    ["{^a: 1}", "a name in double quotes is missing before it"],
    ["{^'a': 1}", "strings must be in double quotes"],
    ['{"a": 1, ^// one\n"b": 2}', "JSON has no comments"],
    ['{"a": ^"b', "the string that begins here is not closed"],
    ['{"a": "b^\n"}', "a string contains a line break or control character"],
    ['{"a": "^\\x"}', "a backslash precedes a character it cannot escape"],
    ['{"a": [{"b": 1}^', "the text ends too early, inside 2 that are open"],
    ['{"a": 1} ^{"b": 2}', "there is more after the end of the value"],
    ['{"a": [1^}', "a comma or a closing ] is missing before it"],
    ["^", "the text ends too early"],
  ])("is found for %s", (marked, reason) => {
    const text = marked.replace("^", "");
    expect(() => JSON.parse(text)).toThrow();
    expect(told(text)).toBe(`${marked} | ${reason}`);
  });

  it.each(['{"a":[1,-2.5e+3,true,false,null,"\\u00e9\\n",{},[]],"b":{}}', " [ ] ", '"a"', "0"])(
    "is not found for %s",
    (text) => {
      expect(() => JSON.parse(text)).not.toThrow();
      expect(told(text)).toBe("nothing");
    },
  );
});
