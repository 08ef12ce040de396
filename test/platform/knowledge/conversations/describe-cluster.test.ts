import { describe, expect, it } from "vitest";
import { describeByTerms, frequencies } from "../../../../src/platform/knowledge/conversations/describe-cluster.ts";
import { extractTerms } from "../../../../src/platform/knowledge/conversations/terms.ts";

const domains = [
  "The custom domain is not verified",
  "Our custom domain shows a certificate warning",
  "How do I set the CNAME of a custom domain?",
  "How do I set the CNAME of a cusotm domain?",
];
const others = ["The PDF export stops", "A webhook arrives twice", "The invoice is wrong"];

function described(titles: readonly string[], rest: readonly string[] = others) {
  const issue = (title: string) => ({ title, terms: extractTerms(title) });
  const issues = titles.map(issue);
  const all = [...issues, ...rest.map(issue)].map(({ terms }) => terms);
  return describeByTerms(issues, frequencies(all), all.length);
}

describe("the label of a cluster without a model", () => {
  it("contains the words its issues share, as people write them, with the words that go with them", () => {
    expect(described(domains).label).toMatch(/^Custom domain, CNAME, /);
  });

  it("contains each word once", () => {
    expect(described(["The API token expired", "API calls fail", "API token refused", "API calls hang"]).label).toMatch(
      /^API (?:token|calls), (?:token|calls)\b/,
    );
  });

  it("contains no words of courtesy or trouble, and no stems", () => {
    const { label, summary } = described(["Please help, the pictures never load", "Thanks, pictures do not load"]);
    expect(label).toMatch(/pictures/i);
    expect(summary[0]).not.toMatch(/pictur\b|please|thanks|never/);
  });

  it("is found in languages without spaces between words, with the names in them", () => {
    expect(described(["請求書の住所が違います", "請求書が二通届きました"], []).label).toMatch(/請求書/);
  });

  it("comes with a summary of what people wrote, without repetition", () => {
    const quotes = described(domains).summary.slice(1).join("\n");
    expect(quotes).toContain("custom domain");
    expect(quotes.match(/How do I set/g)).toHaveLength(1);
  });
});
