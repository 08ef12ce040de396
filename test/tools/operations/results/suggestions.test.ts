import { describe, expect, it } from "vitest";
import { Suggestions } from "../../../../src/tools/operations/results/suggestions.ts";
import { expectLinearCost } from "../../../support/cost.ts";

const pages = [
  ["guides/billing", "Billing"],
  ["reference/billing", "Billing"],
  ["guides/getting-started", "Getting started"],
  ["guides/setup", "Set up"],
  ["docs-as-code/content-configuration", "Content configuration"],
  ["docs-as-code/connections", "Connections"],
  ["publish/url", "URL"],
  ["help/contact-support", "Contact support"],
].map(([target = "", title = ""]) => ({ target, names: [title, target.slice(target.lastIndexOf("/") + 1)] }));

const forPages = { minShare: 0.7, beginning: 2 };

const suggestions = new Suggestions(pages, forPages);

const meant = (name: string, labels: string[] = [], folders = "") => suggestions.find({ name, labels, folders });

describe("a broken address", () => {
  it.each([
    ["content-config", "docs-as-code/content-configuration"],
    ["getting-started-guide", "guides/getting-started"],
    ["getting-startd", "guides/getting-started"],
    ["gettingStarted", "guides/getting-started"],
    ["set-up", "guides/setup"],
  ])("has a likely target: %j most likely means %j", (name, target) => {
    expect(meant(name)).toBe(target);
  });

  it("means, of pages with one name, the one in a folder of the same name", () => {
    expect(meant("billing", [], "../reference")).toBe("reference/billing");
    expect(meant("biling", [], "guides")).toBe("guides/billing");
  });

  it("means what the text of the link names if it says nothing itself", () => {
    expect(meant("", ["contact our support"])).toBe("help/contact-support");
    expect(meant("x7", ["here", "Getting started"])).toBe("guides/getting-started");
  });

  it.each(["", "#", "zebra", "urls.preview", "content", "started", "x".repeat(100_000)])(
    "has no likely target: %j",
    (name) => {
      expect(meant(name)).toBeUndefined();
    },
  );

  it.each(["Broken link", "here", "read more", ""])("has no likely target by a meaningless text: %j", (label) => {
    expect(
      new Suggestions([{ target: "a", names: ["Broken link", "here", "read more"] }], forPages).find({
        name: "",
        labels: [label],
        folders: "",
      }),
    ).toBeUndefined();
  });

  it("has no likely target if two fit equally", () => {
    const sidebars = new Suggestions(
      ["Site sidebar", "Editor sidebar"].map((name) => ({ target: name, names: [name] })),
      { minShare: 0.6, beginning: 1 },
    );
    expect(sidebars.find({ name: "the-sidebar", labels: [], folders: "" })).toBeUndefined();
  });
});

it("many similar targets cost as much as their number", async () => {
  await expectLinearCost((length) => {
    const many = Array.from({ length }, (_, index) => ({ target: `${index}`, names: [`how-to-do-it-${index}`] }));
    const found = new Suggestions(many, forPages);
    for (let index = 0; index < 10; index += 1) found.find({ name: `how-to-do-it-${index}x`, labels: [], folders: "" });
  }, 2_000);
});
