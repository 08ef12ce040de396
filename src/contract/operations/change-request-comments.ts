export const changeRequestComments = {};
