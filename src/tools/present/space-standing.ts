/** What a title says of a space that is not in use, whatever the service knows of it. */
const saysArchived = /\b(?:archived|deprecated|retired|obsolete)\b|[[(]archive[\])]/i;
const saysUnpublished = /\b(?:unpublished|not published)\b/i;

/** Marks for a space by its title: agents read such a word in a long list more surely beside the id than in a name. */
export function titleMarks(title: string): string[] {
  return [...(saysArchived.test(title) ? ["archived"] : []), ...(saysUnpublished.test(title) ? ["not published"] : [])];
}
