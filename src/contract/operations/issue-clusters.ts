export const issueClusters = {};
