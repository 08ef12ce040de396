import { expect, it } from "vitest";
import { NearestPath } from "../../src/client/nearest-path.ts";
import { processorTime } from "../support/processor-time.ts";

const paths = ["guides/billing", "reference/billing", "guides/getting-started", ".gitbook/assets/comment_icon.svg"];

it.each([
  ["../reference/billing.md", "reference/billing"],
  ["guides/biling.md", "guides/billing"],
  ["getting-started-guide.md", "guides/getting-started"],
  ["../.gitbook/assets/comment_icon", ".gitbook/assets/comment_icon.svg"],
  ["Guides/Billing/README.md", "guides/billing"],
])("%j most likely means %j", (written, meant) => {
  expect(new NearestPath(paths).find(written)).toBe(meant);
});

it.each(["", "/", "#", "zebra.md", "x".repeat(100_000)])("%j means none of them", (written) => {
  expect(new NearestPath(paths).find(written)).toBeUndefined();
});

it("costs little however many paths there are, all alike", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `guides/how-to-do-it-${index}`);
  const before = processorTime();
  const nearest = new NearestPath(many);
  for (let index = 0; index < 50; index += 1) nearest.find(`how-to-do-it-${index}x.md`);
  expect(processorTime() - before).toBeLessThan(10_000);
});
