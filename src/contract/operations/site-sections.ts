export const siteSections = {};
