export const urls = {};
