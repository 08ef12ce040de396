/** The beginning of a text, up to the end of a word. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}
