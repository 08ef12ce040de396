import { describe, expect, it } from "vitest";
import { loadIcons } from "../../src/platform/publishing/published/icons.ts";
import { iconDrawer, nearestIcons } from "../../src/site/icons/icon-pack.ts";
import { drawn } from "./site-of-page.ts";

const drawer = async (style = "regular") => iconDrawer(await loadIcons(), style);

describe("icons", () => {
  it.each([
    "gear",
    "cog",
    "fa-gear",
    "fa-solid fa-gear",
    "github",
    "sparkles",
    "books",
    "vscode",
    "rectangle-terminal",
  ])("are found by the name that authors use: %s", async (name) => {
    expect((await drawer())(name)?.text).toMatch(
      /^<svg class="icon[^>]*aria-hidden="true"[^>]*><(?:path|rect|circle|line)/,
    );
  });

  it.each(["no-such-icon", "", "constructor", "__proto__", "toString"])(
    "do not exist for another name: %s",
    async (name) => {
      expect((await drawer())(name)).toBeUndefined();
    },
  );

  it("have the style of the site if it exists, or else the nearest", async () => {
    const [regular, solid, thin] = [await drawer("regular"), await drawer("solid"), await drawer("thin")];
    expect(regular("star")?.text).not.toBe(solid("star")?.text);
    expect(thin("star")?.text).toBe(regular("star")?.text);
    expect(regular("gear")?.text).toBe(solid("gear")?.text);
  });

  it("exist for every name that is an alias", async () => {
    const draw = await drawer();
    expect(Object.keys(nearestIcons).filter((name) => draw(name) === undefined)).toEqual([]);
  });

  it("are drawn in words, buttons, hints, tabs, titles and the table of contents", async () => {
    const html = await drawn(
      '<i class="fa-rocket">:rocket:</i> Go <i class="fa-no-such-icon">:no-such-icon:</i>\n\n{% hint style="info" icon="lightbulb" %}\nThink\n{% endhint %}\n\n{% tabs %}\n{% tab title="One" icon="gear" %}\nText\n{% endtab %}\n{% endtabs %}',
    );
    expect(html.match(/<svg class="icon filled"/g)).toHaveLength(3);
  });

  it("are not loaded for pages without any", async () => {
    let loads = 0;
    const { renderPage } = await import("../../src/site/index.ts");
    const { plainSite, pageOf } = await import("./site-of-page.ts");
    const drawers = {
      drawDiagrams: async () => new Map<string, string>(),
      loadIcons() {
        loads += 1;
        return loadIcons();
      },
    };
    await renderPage(plainSite, pageOf("Words alone."), drawers);
    expect(loads).toBe(0);
    const page = await renderPage(plainSite, { ...pageOf("Words."), icon: "gear" }, drawers);
    expect(loads).toBe(1);
    expect(page).toMatch(/<h1><svg class="icon filled"/);
  });
});
