import { shortened } from "../../markdown/text/trim.ts";

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

const address = /\b(?:[a-z][a-z+.-]{1,20}:\/\/|www\.)\S{1,2000}/gi;

/** A text as one line without what nobody sees. */
export const visibleLine = (text: string): string => text.replace(invisible, " ").replace(/\s+/g, " ").trim();

const quotationMarks = /[“”„‟«»]/g;

/**
 * What a model wrote as one line that holds nothing but words: nothing unseen, no address to go to, and none of the
 * marks in which the platform sets what somebody really wrote.
 */
export const plainLine = (text: string, most: number): string =>
  shortened(visibleLine(text.replace(address, "[link]").replace(quotationMarks, '"')), most);
