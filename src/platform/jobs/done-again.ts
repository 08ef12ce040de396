/** How what a job of each kind did not do is asked for again, for whoever waits for it: a sentence. */
const doneAgain: Readonly<Record<string, string>> = {
  "computed-pages": "Publish the specification once more, changed or not, and these pages are computed again.",
  conversations: "Hand in any conversation once more, changed or not, and all that wait are read.",
  "git-export": "Export again: what was pushed already is not pushed twice.",
  "git-import": "Import again: nothing of it is in the space.",
  import: "Start another import run: nothing of this one is in the space.",
  openapi: "Publish the specification once more: the version before stands until then.",
  purge: "The service tries it again by itself.",
  translation: "Run the translation again: what was translated is kept, and only the rest is asked for.",
};

export const howDoneAgain = (kind: string): string => doneAgain[kind] ?? "Ask for it again.";
