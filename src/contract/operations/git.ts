export const git = {};
