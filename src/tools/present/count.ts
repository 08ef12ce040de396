/** A number with its noun, as in "1 space" and "2 spaces". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
