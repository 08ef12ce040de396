export { indexTerms, visitText } from "./analysis.ts";
export { findPassages, type Passage } from "./find-passages.ts";
export { indexAhead, type Steps } from "./index-ahead.ts";
export { indexDifferences, pagesToIndex, searchSubscriber } from "./index-content.ts";
export { loadAnswers, takeQuestion } from "./questions.ts";
export { searchSections } from "./search.ts";
export { searchSpaces } from "./search-results.ts";
export { forgetDrafts, type SectionDraft } from "./section-drafts.ts";
export {
  type FoundSection,
  indexStoredSections,
  listSectionTexts,
  removeSpaceSections,
  type SectionText,
} from "./sections-rows.ts";
export { limitToVisible, visibleSections } from "./visible-passages.ts";
export { computeStem, fold } from "./word-forms.ts";
