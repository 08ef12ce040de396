import { describe, expect, it } from "vitest";
import { contrast, readColor } from "../../src/site/theme/colors.ts";
import { codeThemes } from "../../src/site/theme/theme-css.ts";
import { codeThemeCss } from "./code-theme-css.ts";

/** The colors of code in one mode, by name. */
function colorsIn(css: string, mode: "light" | "dark"): Map<string, string> {
  const found = css.matchAll(/--code-([a-z]+):light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\)/g);
  return new Map([...found].map(([, name = "", light = "", dark = ""]) => [name, mode === "light" ? light : dark]));
}

describe("code themes", () => {
  it("are those that customizations may name", () => {
    expect(codeThemes.length).toBeGreaterThanOrEqual(64);
    expect(codeThemes).toEqual(
      expect.arrayContaining(["default-light", "monochrome-dark", "dracula", "github-light", "nord", "vitesse-black"]),
    );
  });

  it.each(codeThemes)("are readable in both schemes, also on marked lines: %s", (theme) => {
    const css = codeThemeCss(theme, theme);
    for (const mode of ["light", "dark"] as const) {
      const { ground = "", marked = "", ...words } = Object.fromEntries(colorsIn(css, mode));
      expect(Object.keys(words)).toHaveLength(9);
      for (const color of Object.values(words)) {
        for (const below of [ground, marked]) {
          expect(contrast(readColor(color), readColor(below))).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  it("keep their background and the colors that are readable", () => {
    const colors = colorsIn(codeThemeCss("github-light", "dracula"), "dark");
    expect(colors.get("ground")).toBe("#282a36");
    expect(colors.get("keyword")).toBe("#ff79c6");
    expect(colors.get("string")).not.toBe(colors.get("keyword"));
  });

  it("are separate for API references if the site has one for them", () => {
    expect(codeThemeCss("github-light", "nord")).not.toContain(".api{");
    expect(codeThemeCss("github-light", "nord", { light: "one-light", dark: "monokai" })).toContain(
      ".api{--code-ground:light-dark(",
    );
  });
});
