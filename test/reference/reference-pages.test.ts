import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { contractModels } from "../../scripts/products/contract-models.ts";
import { contract, listOperations } from "../../src/contract/index.ts";
import { listSections } from "../../src/markdown/page/sections.ts";
import { referencePages } from "../../src/reference/reference-pages.ts";
import { contractSchemas } from "../../src/reference/schemas.ts";
import { pageOfNoun, titleOfName } from "../../src/reference/words.ts";
import { smallContract } from "./small-contract.ts";

describe("the reference of a small contract", () => {
  const pages = referencePages(smallContract());

  it("has an index, a table of contents and a page for each noun, with what only that noun uses", () => {
    expect([...pages.keys()]).toEqual(["README.md", "SUMMARY.md", "spaces.md", "files.md", "content-models.md"]);
    expect(pages.get("SUMMARY.md")).toBe(
      "# API\n\n* [API](README.md)\n\n## Content\n\n* [Spaces](spaces.md)\n* [Files](files.md)\n* [Content models](content-models.md)\n",
    );
    expect(pages.get("README.md")).toContain("| [Spaces](spaces.md) | `list`, `tree`, `view` |\n");
  });

  it("describes a list operation completely", () => {
    expect(pages.get("spaces.md")).toContain(`
## List the shelves of a room

**reads** · \`GET /rooms/{roomId}/shelves\` · \`listShelves\` · \`client.spaces.list\`

| Argument | In | Type | Required | Default | Meaning |
| --- | --- | --- | --- | --- | --- |
| \`roomId\` | path | id | yes |  | Room |
| \`color\` | query | list of any of \`red\`, \`green\`, at most 2 items | no |  | Only these, or none \\| all |
| \`limit\` | query | whole number, 0 to 1000 | no | \`50\` | Items in one answer |

Answers 200 with a list of [Shelf](#shelf).

Errors: 400 \`bad_request\`, 404 \`not_found\`.
`);
  });

  it("describes a body that is one field, the precondition and every success", () => {
    expect(pages.get("spaces.md")).toContain(`
**changes** · \`administers\` · \`PUT /rooms/{roomId}/view\` · \`setView\` · \`client.spaces.view\`

Deprecated: kept for older callers.

The former view is lost.

| Argument | In | Type | Required | Meaning |
| --- | --- | --- | --- | --- |
| \`roomId\` | path | id | yes | Room |
| \`view\` | whole body | [ViewInput](#viewinput) | yes |  |
| \`If-Match\` | header | id | no | Revision the change is made for; a newer one returns 412 |

Answers 200 or 201 with [View](#view), or 204 without a body.

Errors: 400 \`bad_request\`, 409 \`conflict\`, 412 \`precondition_failed\`.
`);
  });

  it("describes an open body, a response without one, and a deletion", () => {
    expect(pages.get("files.md")).toContain(`
| \`noteId\` | path | id | yes |
| \`text\` | body | text, 1 to 50 characters | no |
| \`under\` | body | [Tree](content-models.md#tree) | no |

Further members of the body are kept.

Answers 204 without a body.
`);
    expect(pages.get("files.md")).toContain(
      "Returns 205 when something was deleted, 204 when there was nothing to delete.\n\nErrors: 400 `bad_request`, 403 `forbidden`.\n",
    );
  });

  it("describes what several nouns of an area use on the area's own page", () => {
    expect(pages.get("content-models.md")).toContain(`
# Content models

What only one noun uses is described on its page.

## Tree

| Member | Type | Required |
| --- | --- | --- |
| \`name\` | text | yes |
| \`children\` | list of [Tree](#tree) | no |
`);
  });

  it("describes a model with the members of the objects inside it", () => {
    expect(pages.get("spaces.md")).toContain(`
### Shelf

| Member | Type | Required | Meaning |
| --- | --- | --- | --- |
| \`id\` | text | yes |  |
| \`color\` | one of \`red\`, \`green\` | yes |  |
| \`size\` | object | yes |  |
| \`size.width\` | number | yes | Centimetres |
| \`size.depth\` | whole number | no |  |
| \`madeAt\` | date and time or null | yes |  |
`);
  });
});

describe("the reference of the whole contract", async () => {
  const pages = referencePages(contractSchemas(listOperations(), await contractModels()));
  const headings = new Map([...pages].map(([name, text]) => [name, listSections(text).map(({ anchor }) => anchor)]));

  it("has each operation on the page of its noun, once", () => {
    const missing = listOperations().filter(({ group, name, operation }) => {
      const call = `\`${operation.method} ${operation.path}\` · \`${operation.id}\` · \`client.${group}.${name}\``;
      return pages.get(pageOfNoun(group))?.split(call).length !== 2;
    });
    expect(missing.map(({ operation }) => operation.id)).toEqual([]);
  });

  it("links only to pages and headings that exist", () => {
    const links = [...pages].flatMap(([name, text]) =>
      [...text.replaceAll(/`[^`\n]*`/g, "").matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)].map(([, file = "", anchor]) => ({
        from: name,
        to: file === "" ? name : file,
        anchor,
      })),
    );
    const inside = links.filter(({ to }) => !to.startsWith("../"));
    const lost = inside.filter(
      ({ to, anchor }) => !pages.has(to) || (anchor !== undefined && !headings.get(to)?.includes(anchor)),
    );
    expect(lost).toEqual([]);
    expect(inside.length).toBeGreaterThan(100);
  });

  it("never has two models, or a model and an operation, of one heading on a page", () => {
    const repeated = [...pages].flatMap(([name, text]) => {
      const titles = [...text.matchAll(/^#{1,3} (.+)$/gm)].map(([, title = ""]) => title.toLowerCase());
      return titles.filter((title, at) => titles.indexOf(title) !== at).map((title) => `${name}: ${title}`);
    });
    expect(repeated).toEqual([]);
  });
});

describe("the name of a noun", () => {
  it("gives its page the name of the contract's file", () => {
    const files = readdirSync(join(resolve(import.meta.dirname, "../../src/contract/operations")));
    const pages = Object.keys(contract).map((noun) => pageOfNoun(noun).replace(".md", ".ts"));
    expect(pages.filter((page) => !files.includes(page))).toEqual([]);
  });

  it("becomes a title as people write it", () => {
    expect(["changeRequests", "openapiSpecs", "samlProviders", "urls"].map(titleOfName)).toEqual([
      "Change requests",
      "OpenAPI specs",
      "SAML providers",
      "URLs",
    ]);
  });
});
