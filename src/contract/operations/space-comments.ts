export const spaceComments = {};
