/** Words that are not written as the capital letters of a name tell. */
const spellings: Readonly<Record<string, string>> = {
  api: "API",
  git: "Git",
  openapi: "OpenAPI",
  saml: "SAML",
  sso: "SSO",
  url: "URL",
  urls: "URLs",
};

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(" ");

/** `changeRequests` as a title: "Change requests". */
export function titleOfName(name: string): string {
  const words = wordsOf(name).map((word) => spellings[word] ?? word);
  const title = words.join(" ");
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** The page of a noun, `change-requests.md`: named as the files of the contract, the client and the platform are. */
export const pageOfNoun = (noun: string): string => `${wordsOf(noun).join("-")}.md`;
