import { describe, expect, it } from "vitest";
import { coverage } from "../../scripts/products/coverage.ts";
import { listOperations } from "../../src/contract/index.ts";
import { coveragePage } from "../../src/reference/coverage-page.ts";
import { tablesWith } from "../docs/markdown-table.ts";
import { operations } from "./small-contract.ts";

const columns = ["Operation", "Request", "Client", "Tool", "Used by", "Embedded platform"];

describe("the coverage page", () => {
  it("has totals at the top and a row for each operation", () => {
    const page = coveragePage([
      {
        entry: { area: "content", group: "spaces", name: "list", operation: operations.list },
        tool: "list_shelves",
        usedBy: ["find_shelf", "fill_shelf"],
        embedded: true,
      },
      {
        entry: { area: "changes", group: "reviews", name: "remove", operation: operations.remove },
        tool: "remove_note",
        usedBy: [],
        embedded: false,
      },
    ]);
    expect(page).toContain(`
| [Content](#content) | 1 | 1 | 1 |
| [Changes](#changes) | 1 | 0 | 0 |
| All | 2 | 1 | 1 |
`);
    expect(page).toContain(
      "| [listShelves](reference/spaces.md) | `GET /rooms/{roomId}/shelves` | `client.spaces.list` | `list_shelves` | `find_shelf`, `fill_shelf` | yes |",
    );
    expect(page).toContain(
      "| [removeNote](reference/reviews.md) | `DELETE /notes/{noteId}` | `client.reviews.remove` | `remove_note` | none | not yet |",
    );
  });

  it("lists the whole contract, with what the embedded platform implements and which tools use it", {
    tags: ["long"],
  }, async () => {
    const rows = tablesWith(await coverage(), ...columns).flatMap((table) => table.rows);
    expect(rows).toHaveLength(listOperations().length);
    expect(rows.find((row) => row.Operation === "[getPageById](reference/pages.md)")).toMatchObject({
      Tool: "`get_page_by_id`",
      "Used by": expect.stringContaining("`read_page`"),
      "Embedded platform": "yes",
    });
  });
});
