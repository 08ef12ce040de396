import { describe, expect, it } from "vitest";
import { readLink } from "../../src/resolve/link.ts";
import { expectLinearCost } from "../support/cost.ts";

describe("an address", () => {
  it.each([
    ["https://docs.example.com/app/o1/s/sp1", { space: "sp1" }],
    ["https://docs.example.com/app/o1/s/sp1/guides/billing", { space: "sp1", page: "guides/billing" }],
    ["https://docs.example.com/o/o1/s/sp1/guides?q=1#refunds", { space: "sp1", page: "guides", anchor: "refunds" }],
    ["/app/o1/s/sp1/~/changes/12", { space: "sp1", changeRequest: "12" }],
    ["/app/o1/s/sp1/~/changes/12/guides/billing", { space: "sp1", changeRequest: "12", page: "guides/billing" }],
    ["/s/sp1", { space: "sp1" }],
    ["/spaces/sp1", { space: "sp1" }],
    ["/v1/spaces/sp1/content/page/p1", { space: "sp1", page: "p1" }],
    ["/spaces/sp1/content/path/guides%2Fbilling", { space: "sp1", page: "guides/billing" }],
    ["/spaces/sp1/change-requests/c1", { space: "sp1", changeRequest: "c1" }],
    [
      "http://localhost:8080/v1/spaces/sp1/change-requests/c1/content/page/p1",
      { space: "sp1", changeRequest: "c1", page: "p1" },
    ],
    ["/spaces/sp1/revisions/r1/page/p1", { space: "sp1", page: "p1" }],
    ["docs://spaces/sp1/pages/guides%2Fbilling", { space: "sp1", page: "guides/billing" }],
    ["  /spaces/sp1/content  ", { space: "sp1" }],
  ])("is read: %s", (address, link) => {
    expect(readLink(address)).toEqual(link);
  });
});

describe("text that is not an address", () => {
  it.each([
    "Billing",
    "guides/billing",
    "/guides/billing",
    "spaces/design",
    "/spaces/design/colors",
    "https://docs.example.com/guides/billing",
    "https://docs.example.com/s/",
    "https://example.com/s/not%20an%20id",
    "",
    "#12",
  ])("is recognized: %j", (text) => {
    expect(readLink(text)).toBeUndefined();
  });

  it("is recognized in linear time if it is hostile", async () => {
    await expectLinearCost((length) => {
      expect(readLink(`${"a".repeat(length)}:/`)).toBeUndefined();
      expect(readLink(`x://${"/".repeat(length)}`)).toBeUndefined();
    }, 10_000);
  });
});
