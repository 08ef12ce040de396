import { stemOf } from "../search/word-forms.ts";

/** An icon, and words of clusters that it stands for; the first that fits counts. */
const icons: readonly (readonly [icon: string, words: string])[] = [
  ["credit-card", "invoice billing bill payment charge refund subscription plan price seat"],
  ["key", "login sso saml password token credential authentication"],
  ["globe", "domain dns cname certificate ssl https hostname"],
  ["code-branch", "git github gitlab branch repository repo commit sync"],
  ["code", "api endpoint code snippet webhook openapi swagger spec schema"],
  ["magnifying-glass", "search index find result"],
  ["user-plus", "invite invitation member teammate guest"],
  ["lock", "permission role access private viewer admin"],
  ["image", "image picture screenshot logo icon svg png"],
  ["video", "video embed iframe youtube"],
  ["language", "translation language translate glossary"],
  ["file-pdf", "pdf print export"],
  ["file-import", "import migrate migration confluence notion"],
  ["bell", "notification mention email digest"],
  ["chart-line", "analytics statistic traffic view visitor"],
  ["palette", "theme color colour dark font css brand"],
  ["link", "link redirect url slug"],
  ["trash", "delete restore trash recover revision"],
  ["code-merge", "merge conflict review draft"],
];
const byStem = new Map(
  icons.toReversed().flatMap(([icon, words]) => words.split(" ").map((word): [string, string] => [stemOf(word), icon])),
);

export function iconFor(terms: readonly string[]): string {
  for (const term of terms) {
    const icon = byStem.get(term);
    if (icon !== undefined) return icon;
  }
  return "comments";
}
