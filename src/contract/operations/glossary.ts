export const glossary = {};
