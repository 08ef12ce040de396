/** The tools whose answers a prompt may enclose. All of them only read. */
export type AnsweringTool =
  | "list_spaces"
  | "list_pages"
  | "search_docs"
  | "show_changes"
  | "list_comments"
  | "list_issue_clusters"
  | "show_organization"
  | "read_operation";

export interface FoundSpace {
  readonly id: string;
  readonly organization: string;
}

export interface FoundChangeRequest {
  readonly number: number;
  readonly space: FoundSpace;
}

export interface FoundCluster {
  readonly id: string;
  readonly organization: string;
}

export interface FoundLanguage {
  readonly code: string;
  /** In English. */
  readonly name: string;
}

/** A page with the day of its last edit, as in 2026-01-31. */
export interface DatedPage {
  readonly id: string;
  readonly title: string;
  readonly path: string | undefined;
  readonly day: string | undefined;
}

/** What prompts look things up with. What a name does not fit is told to the person with the candidates. */
export interface Desk {
  space(named: string): Promise<FoundSpace>;
  changeRequest(named: string, space: string | undefined): Promise<FoundChangeRequest>;
  issueCluster(named: string, organization: string | undefined): Promise<FoundCluster>;
  /** Id of the organization that is named or, when none is, of the only one; undefined among several. */
  organization(named: string | undefined): Promise<string | undefined>;
  language(named: string): Promise<FoundLanguage>;
  openapiSlug(written: string): Promise<string>;
  /** The documents of a space, the longest unedited first. */
  pagesByAge(space: string): Promise<readonly DatedPage[]>;
}
