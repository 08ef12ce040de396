const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;
const address = /\b(?:[a-z][a-z+.-]{1,20}:\/\/|www\.)\S{1,2000}/gi;

/** A text as one line without what nobody sees. */
export const visibleLine = (text: string): string => text.replace(invisible, " ").replace(/\s+/g, " ").trim();

/** What a model wrote as one line that holds nothing but words: nothing unseen, and no address to go to. */
export const plainLine = (text: string, most: number): string =>
  shortened(visibleLine(text.replace(address, "[link]")), most);

/** Up to the end of a word. */
function shortened(line: string, most: number): string {
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}
