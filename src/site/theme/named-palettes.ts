/**
 * Six hex digits each: ground, text, comment, keyword, string, number, title, type, attribute, tag. Readable contrast
 * is made from them when a style sheet is written.
 */
export const namedPalettes: Readonly<Record<string, string>> = {
  "default-light": "f6f7f9 1f2328 656d76 cf222e 0a3069 0550ae 8250df 953800 0550ae 116329",
  "default-dark": "1c1f26 e6edf3 8b949e ff7b72 a5d6ff 79c0ff d2a8ff ffa657 79c0ff 7ee787",
  "monochrome-light": "f6f7f9 1f2328 6b7280 1f2328 4b5563 4b5563 111827 374151 4b5563 374151",
  "monochrome-dark": "1c1f26 e5e7eb 9ca3af f9fafb d1d5db d1d5db ffffff e5e7eb d1d5db e5e7eb",
};
