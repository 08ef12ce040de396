import { describe, expect, it } from "vitest";
import { parseSiteFile } from "../../../../src/platform/publishing/published/site-file.ts";
import { plainCustomization } from "../../../../src/site/index.ts";
import { servedFolder } from "../../../browser/served-folder.ts";

const folder = servedFolder({
  "README.md": "# Ferns\n",
  ".gitbook/assets/fern.woff2": "font",
  ".copydesk/site.yaml": `styling:
  font:
    { id: fern, custom: true, fontFamily: Fern, fontFaces: [{ weight: 400, sources: [{ url: .gitbook/assets/fern.woff2 }] }] }
  monospaceFont:
    { id: code, custom: true, fontFamily: Code, fontFaces: [{ weight: 400, sources: [{ url: "https://fonts.example/a.woff2" }] }] }
`,
});

describe("the fonts that a folder specifies", () => {
  it("are loaded from its files, and from the one external host that the policy then allows", async () => {
    const page = await fetch(folder.url());
    expect(page.headers.get("content-security-policy")).toContain("font-src 'self' https://fonts.example;");
    const sheet = /href="([^"]*colors-[^"]*)"/.exec(await page.text())?.[1] ?? "";
    const css = await (await fetch(new URL(sheet, folder.url()))).text();
    const file = /font-family:"Fern".*?url\("([^"]*)"\)/.exec(css)?.[1] ?? "";
    expect(await (await fetch(new URL(file, folder.url()))).text()).toBe("font");
  });

  it("are an error if the file is missing, and the page stays unchanged", async () => {
    const missing = "header: { logo: { light: none.svg, dark: none.svg } }\n";
    folder.write(".copydesk/site.yaml", missing);
    await expect(folder.preview().refresh()).rejects.toThrow('there is no file "none.svg" in the site');
    expect((await fetch(folder.url())).headers.get("content-security-policy")).toContain("https://fonts.example;");
  });
});

const faultsOf = (text: string): string => {
  try {
    parseSiteFile(text);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("the appearance of a folder", () => {
  it("has defaults for everything that the file omits", () => {
    const { styling, ...rest } = parseSiteFile('styling:\n  primaryColor: { light: "#123456", dark: "#abcdef" }\n');
    expect(styling).toEqual({ ...plainCustomization.styling, primaryColor: { light: "#123456", dark: "#abcdef" } });
    const { styling: _, ...usual } = plainCustomization;
    expect(rest).toEqual(usual);
  });

  it.each(["", "# nothing yet\n", "{}"])("may be empty: %j", (text) => {
    expect(parseSiteFile(text)).toEqual(plainCustomization);
  });

  it.each([
    [
      "a value that the contract does not have",
      "styling:\n  depth: flat\n  corners: round\n",
      "line 3, styling.corners:",
    ],
    ["a misspelled member", "styling:\n  colour: flat\n", "line 2, styling.colour: is unknown. Use one of theme,"],
    [
      "a member deep in a list",
      "footer:\n  groups:\n    - title: A\n      links: []\n      href: b\n",
      "line 5, footer.groups.0.href:",
    ],
    [
      "what is missing, at the line of what lacks it",
      "title: A\nheader:\n  logo: { light: a.svg }\n",
      "line 3, header.logo.dark:",
    ],
    [
      "a color that became a comment",
      "styling:\n  primaryColor:\n    light: #123456\n",
      "line 3, styling.primaryColor.light: has no value. Write colors in quotes",
    ],
    ["YAML that is none", "title: [A\n", "line 2"],
    ["no mapping", "- a\n", "contains no mapping"],
  ])("reports the line and the field of %s", (_, text, expected) => {
    expect(faultsOf(text)).toContain(expected);
  });

  it("rejects aliases that expand each other", () => {
    const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`);
    expect(faultsOf(["l0: &l0 [a, b]", ...levels].join("\n"))).toContain(".copydesk/site.yaml:");
  });
});
