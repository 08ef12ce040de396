/** Code points that file systems of macOS pass over in names. */
const passedOver = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/**
 * Whether some system takes a path for a repository's own data, which can name commands to run: by other case, by its
 * short name, with dots and spaces at the end, as a stream. Git refuses such paths.
 */
export function isRepositoryData(path: string): boolean {
  return path.split("/").some((part) => /^(?:\.git|git~\d+)[. ]*(?::.*)?$/i.test(part.replace(passedOver, "")));
}

/** What is said of a file that an export leaves out for that. */
export const leftOutNote = (path: string): string =>
  `${JSON.stringify(path)} was not exported: some systems take the name for a repository's own data. It stays in the space. Rename it to have it exported.`;
