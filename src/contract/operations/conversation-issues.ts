export const conversationIssues = {};
