import { expect, it } from "vitest";
import type { PageNode } from "../../../../src/platform/publishing/published/page-order.ts";
import { similarPages } from "../../../../src/platform/publishing/published/similar-pages.ts";
import { expectCost } from "../../../support/cost.ts";

const topics = "configure install network deploy storage security billing account access update".split(" ");

const pages = Array.from({ length: 20_000 }, (_, at): Pick<PageNode, "path"> & { page: { title: string } } => {
  const [first, second] = [topics[at % 10], topics[Math.floor(at / 10) % 10]];
  return {
    path: `guides/${first}-${second}/how-to-${first}-the-${second}-of-${at}`,
    page: { title: `About ${first}` },
  };
}) as unknown as PageNode[];

it("pages like a path are found by a typing error, another order of words and a part of them", () => {
  const found = (path: string) => similarPages(path, pages, 1)[0]?.path;
  expect(found("guides/configure-install/how-to-confgure-teh-install-of-10")).toBe(
    "guides/configure-install/how-to-configure-the-install-of-10",
  );
  expect(found("old/the-network-billing")).toContain("network");
  expect(found("wp-login.php")).toBeUndefined();
});

it("a path that is a little like every page costs about as much as splitting the pages into words", async () => {
  const path = "xuides/confxgure-instxll/how-ta-cxnfigure-teh-instxll-af-99999";
  await expectCost(() => similarPages(path, pages, 5), {
    times: 6,
    reference: () => pages.map(({ path, page }) => `${path} ${page.title}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)),
  });
});
