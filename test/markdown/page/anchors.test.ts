import { describe, expect, it } from "vitest";
import { hasAnchor, readAnchors } from "../../../src/markdown/page/anchors.ts";
import { expectLinearCost } from "../../support/cost.ts";

const leads = (markdown: string, anchor: string) => hasAnchor(readAnchors(markdown), anchor);

describe("the anchor of a heading", () => {
  it.each([
    ["1. Create a new application in Auth0", "id-1.-create-a-new-application-in-auth0"],
    ["1. Create a new application in Auth0", "id-1-create-a-new-application-in-auth0"],
    ["1. Create a new application in Auth0", "1-create-a-new-application-in-auth0"],
    ["**11. Human Input Node**", "id-11.-human-input-node"],
    ["3. Configure Azure AD (optional)", "id-3.-configure-azure-a-d-optional"],
    ["3. Configure Azure AD (optional)", "id-3.-configure-azure-ad-optional"],
    ["UserOperation", "user-operation"],
    ["UserOperation", "useroperation"],
    ["Release 2.19.4", "release-2.19.4"],
    ["Release 2.19.4", "release-2194"],
    ["Math & TeX", "math-and-tex"],
    ["Math & TeX", "math--tex"],
    ["CI/CD", "ci-cd"],
    ["CI/CD", "cicd"],
    ["Set syntax…", "set-syntax..."],
    ["Configuración", "configuracion"],
    ["Configuración", "configuraci%C3%B3n"],
    ["What's new?", "whats-new"],
    ["設定 方法", "設定-方法"],
  ])("is found in %s as #%s", (title, anchor) => {
    expect(leads(`# Page\n\n## ${title}\n`, anchor)).toBe(true);
  });

  it.each([
    ["`textinput`", "text-input"],
    ["Create a component", "createcomponent"],
    ["4. Set up access (optional)", "id-4.-set-up-access"],
    ["Release 2.0", "release-20-0"],
    ["Release 2.0.0", "release.2.0.0"],
    ["Page ratings", "page-ratings-pro"],
    ["Install", "id-install"],
    ["Install", ""],
    ["Install", "-"],
  ])("is not found in %s as #%s", (title, anchor) => {
    expect(leads(`# Page\n\n## ${title}\n`, anchor)).toBe(false);
  });

  it("is only the explicit one if there is one", () => {
    const page = '## Set syntax… <a href="#set-syntax" id="set-syntax"></a>\n\n## Tables {#all-tables}\n';
    expect(["set-syntax", "set-syntax...", "all-tables", "tables"].map((anchor) => leads(page, anchor))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("has a number from the second heading of the same title on", () => {
    const page = "## New UIs\n\n## New UIs\n\n## New UIs\n";
    const anchors = ["new-u-is", "new-u-is-1", "new-u-is-2", "new-u-is-3", "new-u-is-0"];
    expect(anchors.map((anchor) => leads(page, anchor))).toEqual([true, true, true, false, false]);
  });
});

it("expandables, tabs and HTML headings have anchors of their titles", () => {
  const page = [
    '<details>\n\n<summary>Delete <code>site</code> <img src="a.png" alt=""></summary>\n\nText\n\n</details>',
    '{% tabs %}\n{% tab title="Python 3" %}\nText\n{% endtab %}\n{% endtabs %}',
    "<h2>By hand</h2>",
    "```html\n<summary>Not this</summary>\n```",
  ].join("\n\n");
  const anchors = ["delete-site", "python-3", "by-hand", "not-this"];
  expect(anchors.map((anchor) => leads(page, anchor))).toEqual([true, true, true, false]);
});

it("footnotes have the ids that exported links use", () => {
  const page = "[term](#user-content-fn-1)[^1]\n\n[^1]: What it means.\n";
  const anchors = ["user-content-fn-1", "user-content-fnref-1", "user-content-fn-2"];
  expect(anchors.map((anchor) => leads(page, anchor))).toEqual([true, true, false]);
});

it("hostile titles are read and found in linear time", { tags: ["long"] }, async () => {
  await expectLinearCost((count) => {
    const titles = [
      `# ${"A ".repeat(count)}`,
      `# ${"&".repeat(count)}`,
      "<summary>".repeat(count),
      "[^1]".repeat(count),
      '{% tab title="'.repeat(count),
      Array.from({ length: count / 20 }, (_, at) => `## ${"a-".repeat(at % 9)}${"a".repeat(30 - (at % 9))}`).join(
        "\n\n",
      ),
    ];
    for (const page of titles) {
      const anchors = readAnchors(page);
      for (let at = 0; at < count / 20; at += 1) hasAnchor(anchors, `${"a".repeat(30)}-${at}`);
    }
  }, 4_000);
});
