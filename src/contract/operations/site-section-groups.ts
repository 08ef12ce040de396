export const siteSectionGroups = {};
