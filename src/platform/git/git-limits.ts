/** What one Git process may take. */
export interface GitLimits {
  /** Milliseconds. */
  readonly time: number;
  /** Bytes of address space, where the system can limit it; elsewhere `largestAllocation` alone holds. */
  readonly memory: number;
  /** Bytes on stdout. */
  readonly output: number;
}

const MB = 1024 ** 2;

export const usualLimits: GitLimits = { time: 5 * 60_000, memory: 1024 * MB, output: 64 * MB };

/** Bytes that Git asks for at once, such as for one unpacked object. Git checks it by itself on every system. */
export const largestAllocation = 256 * MB;

/** Bytes of one file that Git writes. */
export const largestFile = 1024 * MB;

/** What the tree of one commit may have: characters of one path, and bytes of the list of all. */
export const treeLimits = { entries: 200_000, longestPath: 4096, paths: 64 * MB };

/** What is said of a repository that passes a limit. */
const passed = {
  time: (most: number) =>
    most < 60_000 ? `took longer than ${most / 1000} seconds` : `took longer than ${most / 60_000} minutes`,
  memory: (most: number) => `needs more than ${most / MB} MB of memory`,
  output: (most: number) => `answered with more than ${most / MB} MB`,
  entries: (most: number) => `holds more than ${most.toLocaleString("en")} files and folders`,
  longestPath: (most: number) => `has a path longer than ${most.toLocaleString("en")} characters`,
  paths: (most: number) => `has paths of more than ${most / MB} MB together`,
  size: (most: number) => `is larger than ${Math.floor(most / MB)} MB`,
};

export type PassedLimit = keyof typeof passed;

export const saidOf = (limit: PassedLimit, most: number): string =>
  `it ${passed[limit](most)}. Keep the documentation in a repository of its own`;
