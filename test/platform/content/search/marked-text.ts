/** A text with its highlights between `**`. */
export function markedText(found: { text: string; highlights: readonly { start: number; end: number }[] }): string {
  return found.highlights.toReversed().reduce((text, { start, end }) => {
    return `${text.slice(0, start)}**${text.slice(start, end)}**${text.slice(end)}`;
  }, found.text);
}
