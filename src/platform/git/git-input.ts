/** What an import from and an export to a repository are told alike. Credentials are not part of it. */
export interface GitInput {
  readonly space: string;
  /** Without user name and password. */
  readonly url: string;
  readonly ref: string;
  readonly directory: string;
  /** The URL had a user name or password, which the process that took the request keeps. */
  readonly withCredentials: boolean;
  readonly clone: string;
  /** When the cause happened. */
  readonly causedAt: string;
  readonly force: boolean;
  readonly treeUrl?: string | undefined;
  readonly commitUrl?: string | undefined;
  readonly provider?: string | undefined;
  readonly filesUrl?: string | undefined;
}

export interface GitImportInput extends GitInput {
  readonly standalone: boolean;
}

export interface GitExportInput extends GitInput {
  readonly message: string;
}

/** What an import or export came to. */
export interface GitResult {
  /** The commit the branch is at. */
  readonly commit?: string;
  /** The revision that was made or exported; absent where nothing had to be done. */
  readonly revision?: string;
  readonly warnings?: readonly string[];
}

/** Imports and exports of one space run one after the other. */
export const gitLane = (space: string): string => `git/${space}`;
