export { indexTerms, visitText } from "./analysis.ts";
export { indexDifferences, searchSubscriber } from "./index-content.ts";
export { searchSections } from "./search.ts";
export { searchSpaces } from "./search-results.ts";
export { indexStoredSections, listSectionTexts, removeSpaceSections, type SectionText } from "./sections-rows.ts";
export { fold, stemOf } from "./word-forms.ts";
