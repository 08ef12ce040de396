export { indexTerms, visitText } from "./analysis.ts";
export { findPassages, type Passage } from "./find-passages.ts";
export { indexDifferences, searchSubscriber, sectionsOfPage } from "./index-content.ts";
export { loadAnswers, takeQuestion } from "./questions.ts";
export { searchSections } from "./search.ts";
export { searchSpaces } from "./search-results.ts";
export { indexStoredSections, listSectionTexts, removeSpaceSections, type SectionText } from "./sections-rows.ts";
export { fold, stemOf } from "./word-forms.ts";
