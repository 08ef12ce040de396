import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainText } from "../../../src/markdown/document/model.ts";
import { documentFromMarkdown } from "../../../src/markdown/document/reading/from-markdown.ts";
import { evaluateMarkdown } from "../../../src/markdown/expressions/evaluate-markdown.ts";
import { expectLinearCost } from "../../support/cost.ts";

const vars = { version: "3.0.4", name: "a_b *c*", beta: true, off: false, html: "<b>&|" };

const evaluated = (markdown: string, room = 100_000) =>
  evaluateMarkdown(markdown, { scope: { space: { vars }, page: { vars: {} } }, maxAddedChars: room });

const expression = (source: string) => `<code class="expression">${source}</code>`;

describe("the evaluation of a page", () => {
  test("replaces expressions by their values", () => {
    const page = `# Version ${expression("space.vars.version")}\n\nIt is **${expression("space.vars.version")}**.\n\n| a |\n| - |\n| ${expression("1 + 1")} |\n`;
    expect(evaluated(page)).toEqual({
      markdown: "# Version 3.0.4\n\nIt is **3.0.4**.\n\n| a |\n| - |\n| 2 |\n",
      unresolved: [],
    });
  });

  test("reads entities and escapes within an expression", () => {
    expect(evaluated(expression("1 &lt; 2 &amp;&amp; space.vars.version === &quot;3.0.4&quot;")).markdown).toBe("true");
  });

  test("treats braces around variables as expressions, and no other braces", () => {
    const page = "{{ space.vars.version }}, {{space.vars.off ? 1 : 2}}, {{ user.name }}, {{ space }}\n";
    expect(evaluated(page).markdown).toBe("3.0.4, 2, {{ user.name }}, {{ space }}\n");
  });

  test("leaves code, comments and front matter unchanged", () => {
    const page = `---\nvars:\n  x: "{{ space.vars.version }}"\n---\n\n\`{{ space.vars.version }}\` \`${expression("1")}\`\n\n\`\`\`\n{{ space.vars.version }}\n{% if space.vars.off %}\n\`\`\`\n\n<!-- {{ space.vars.version }} -->\n`;
    expect(evaluated(page).markdown).toBe(page);
  });

  test("keeps the content of a true condition and removes that of a false one", () => {
    const page =
      "before\n\n{% if space.vars.beta %}\nyes\n\n{% if space.vars.off %}\nnever\n{% endif %}\n{% endif %}\n\n{% if space.vars.off %}\nno\n{% endif %}\nafter\n";
    expect(evaluated(page).markdown).toBe("before\n\nyes\n\n\nafter\n");
  });

  test("leaves unknown values unchanged, and says why", () => {
    const page = `{% if visitor.claims.plan === "pro" %}\n${expression("space.vars.version")} ${expression("nope(")}\n{% endif %}\n`;
    expect(evaluated(page)).toEqual({
      markdown: `{% if visitor.claims.plan === "pro" %}\n3.0.4 ${expression("nope(")}\n{% endif %}\n`,
      unresolved: [
        { expression: 'visitor.claims.plan === "pro"', problem: "visitor is not known here" },
        { expression: "nope(", problem: "it is not an expression that is understood" },
      ],
    });
    expect(evaluated(expression("space.vars.none")).unresolved).toEqual([
      { expression: "space.vars.none", problem: "it has no value" },
    ]);
  });

  test("inserts values as text, whatever they look like", () => {
    const nasty = fc.string({
      unit: fc.constantFrom(..."ab 1*_`[]<>&|\\#-!$~".split("")),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(nasty, (value) => {
        const scope = { space: { vars: { value } } };
        const { markdown } = evaluateMarkdown(`x ${expression("space.vars.value")} y`, { scope, maxAddedChars: 1_000 });
        const words = documentFromMarkdown(markdown).nodes.map((node) => plainText(node.nodes as never));
        expect(words).toEqual([`x ${value} y`]);
      }),
      { numRuns: 300 },
    );
  });

  test("never lets a page grow without limit", () => {
    const page = `${expression("space.vars.version")} `.repeat(10);
    const { markdown, unresolved } = evaluated(page, 12);
    expect(markdown.match(/3\.0\.4/g)?.length).toBe(2);
    expect(unresolved).toEqual([{ expression: "space.vars.version", problem: "the page would become too long" }]);
  });

  test.each([
    ["conditions that never end", "{% if space.vars.beta %}\n", ""],
    ["conditions in conditions", "{% if space.vars.beta %}\n", "{% endif %}\n"],
    ["braces that never close", "{{ space.vars.version ", ""],
    ["braces after braces", "{{{{{{", ""],
    ["elements that never close", '<code class="expression">', ""],
    ["one paragraph of expressions", `${expression("space.vars.version")} `, ""],
    ["code and braces in turn", "`a` {{ space.vars.version }} ", ""],
  ])("takes linear time for %s", async (_, opening, closing) => {
    const page = (count: number) => opening.repeat(count) + closing.repeat(count);
    await expectLinearCost((count) => evaluated(page(count), 10_000_000), 2_000);
  });
});
