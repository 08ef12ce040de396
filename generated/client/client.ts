import type { CallOptions } from "../../src/client/call.ts";

export type AdaptiveContent = {
  /** Whether conditions on visitors' attributes are applied */
  enabled: boolean;
};

export type AdaptiveJsonSchema = {
  /** Dialect of JSON Schema */
  $schema?: "http://json-schema.org/draft-07/schema#" | undefined;
  /** Always `object` */
  type: "object";
  /** Attributes by name; `unsigned` holds those a visitor can set unproved */
  properties: { [name: string]: {
    /** What values the attribute has */
    type: "boolean" | "string" | "number" | "array" | "object";
    /** What it says about a visitor; writers see it */
    description: string;
    /** With `string`: the allowed values */
    enum?: Array<string> | undefined;
    /** With `array`: schema of one item, no array or object */
    items?: { [name: string]: unknown } | undefined;
    /** With `object`: schema of each attribute in it, by name */
    properties?: { [name: string]: { [name: string]: unknown } } | undefined;
    /** With `object`: always false */
    additionalProperties?: boolean | undefined;
  } };
  /** Always false: visitors have only these attributes */
  additionalProperties: boolean;
};

export type AdditionalEventType = "change_request_opened" | "change_request_updated" | "change_request_merged" | "comment_posted" | "review_submitted" | "site_published" | "site_unpublished" | "issue_cluster_found" | "translation_completed";

export type AgentInstructions = {
  /** Always `agent-instructions` */
  object: "agent-instructions";
  /** House rules that agents follow in this organization */
  instructions: RichDocument;
  /** When they were last replaced */
  updatedAt: string;
  /** Id of the user who last changed them */
  updatedBy: string;
  /** Where to find them */
  urls: {
    /** Their address in the API */
    location: string;
  };
};

export type AgentsContext = "excluded" | "included";

export type Announcement = {
  /** Whether the banner is shown */
  enabled: boolean;
  /** Text of the banner above every page */
  message: string;
  /** Link behind the text */
  link?: ContentLink | undefined;
  /** Which semantic color the banner takes */
  style: "info" | "warning" | "danger" | "success";
};

export type Answer = {
  /** The text; absent when the content does not answer the question */
  answer?: {
    /** Present when the format is `markdown` */
    markdown?: string | undefined;
    /** Present when the format is `document` */
    document?: RichDocument | undefined;
  } | undefined;
  /** Questions a reader may ask next */
  followupQuestions: Array<string>;
  /** Sources of the answer */
  sources: Array<{
    /** A page of a space */
    type: "page";
    /** What it contributed, in short */
    reason?: string | undefined;
    /** Id of the page */
    page: string;
    /** Revision in which it was read */
    revision: string;
    /** Id of the space */
    space: string;
    /** Ids of the sections that were used */
    sections: Array<string>;
  } | {
    /** Something outside the spaces that a site is connected to */
    type: "record";
    /** What it contributed, in short */
    reason?: string | undefined;
    /** Id of the record */
    record: string;
    /** Id of the site */
    site: string;
    /** Title of the record */
    title: string;
    /** Where to read it */
    url: string;
  }>;
};

export type AppliedChange = {
  /** The page was added */
  object: "created_page";
  /** Name the request gave it */
  ref?: string | undefined;
  /** The new page */
  page: {
    /** Always `page` */
    object: "page";
    /** Id of the page */
    id: string;
    /** Where to find it */
    urls: {
      /** The page's address in the API */
      location: string;
    };
  };
} | {
  /** The page was changed */
  object: "updated_page";
  /** The page as it is now */
  page: {
    /** Always `page` */
    object: "page";
    /** Id of the page */
    id: string;
    /** Where to find it */
    urls: {
      /** The page's address in the API */
      location: string;
    };
  };
} | {
  /** The page was removed */
  object: "deleted_page";
  /** Id the page had */
  page: string;
};

export type AuthBackend = "custom" | "integration";

export type Background = "plain" | "match";

export type Billing = {
  /** How often it pays */
  interval: "monthly" | "yearly";
  /** End of the period paid for; null where there is none */
  endDate: string | null;
  /** The last payment could not be collected */
  hasPaymentFailed: boolean;
  /** The subscription ends with the period paid for */
  isScheduledToCancel: boolean;
  /** What its members and sites cost */
  pricing: {
    /** Price of one member */
    members: {
      /** On the plan `plus_2024` */
      plus_2024: {
        /** US dollars a month, paid by the month */
        monthly: number;
        /** US dollars a month, paid by the year */
        yearly: number;
      };
      /** On the plan `pro_2024` */
      pro_2024: {
        /** US dollars a month, paid by the month */
        monthly: number;
        /** US dollars a month, paid by the year */
        yearly: number;
      };
    };
    /** Price of one site */
    sites: {
      /** Of the type `premium` */
      premium: {
        /** US dollars a month, paid by the month */
        monthly: number;
        /** US dollars a month, paid by the year */
        yearly: number;
      };
      /** Of the type `ultimate` */
      ultimate: {
        /** US dollars a month, paid by the month */
        monthly: number;
        /** US dollars a month, paid by the year */
        yearly: number;
      };
    };
  };
  /** Extras billed by usage, by name */
  usageAddons: { [name: string]: {
    /** Whether it is enabled and billed by usage */
    enabled: boolean;
  } };
  /** Minimum number of members it is billed for */
  minUsers?: number | undefined;
  /** Maximum number of members */
  maxUsers?: number | undefined;
  /** How many members the subscription covers */
  paidMembers?: number | undefined;
};

export type ChangeRequest = {
  /** Always `change-request` */
  object: "change-request";
  /** Unique everywhere, unlike the number */
  id: string;
  /** Counts up within the space */
  number: number;
  /** Archived ones were closed without a merge */
  status: ChangeRequestStatus;
  /** What it is for, in one line; may be empty */
  subject: string;
  /** What it is for, in detail */
  description?: RichDocument | undefined;
  /** Who created it */
  createdBy?: User | undefined;
  /** When it was created */
  createdAt: string;
  /** When it or its content last changed */
  updatedAt: string;
  /** Who merged it; absent until merged */
  mergedBy?: User | undefined;
  /** When it was merged; absent until merged */
  mergedAt?: string | undefined;
  /** Id of the space it changes */
  space: string;
  /** The change request's active revision */
  revision: string;
  /** The revision of the space it was created from */
  revisionInitial: string;
  /** The revision of the space it was last updated from */
  revisionMergedAncestor?: string | undefined;
  /** The revision that its merge created */
  revisionMerged?: string | undefined;
  /** Open comments */
  comments: number;
  /** The space has content that the change request does not have yet */
  outdated: boolean;
  /** Cluster of conversation issues it was created for */
  conversationsIssuesCluster?: string | undefined;
  /** Topic of a site it was created for */
  siteTopic?: {
    /** Id of the site */
    site: string;
    /** Id of the topic of the site */
    topic: string;
    /** Id of the finding it was created for, if any */
    finding?: string | undefined;
  } | undefined;
  /** Check against a style guide that created it */
  styleguide?: {
    /** Id of the site */
    site: string;
    /** Id of the check */
    run: string;
    /** Pages the check changed */
    changedPages?: number | undefined;
    /** When the check ended */
    checkedAt?: string | undefined;
  } | undefined;
  /** Where to find it */
  urls: {
    /** Its page in the web app */
    app: string;
    /** Its address in the API */
    location: string;
  };
};

export type ChangeRequestContributor = {
  /** When they last added something */
  updatedAt: string;
  /** How many times they added something */
  count: number;
  /** Who it is */
  user: User;
  /** What they did in the change request */
  actionType: "edit" | "comment";
};

export type ChangeRequestStatus = "draft" | "open" | "archived" | "merged";

export type ChangedPage = {
  /** Id of the page */
  id: string;
  /** Kind of page */
  type: PageType;
  /** Title after the change; before it where deleted */
  title: string;
  /** Slugs from the root, joined by `/` */
  path?: string | undefined;
};

export type Collection = {
  /** Always `collection` */
  object: "collection";
  /** Unique everywhere */
  id: string;
  /** Name of the collection */
  title: string;
  /** What its spaces are about */
  description?: string | undefined;
  /** Id of the organization that owns it */
  organization: string;
  /** Id of the collection it is in; absent at the top */
  parent?: string | undefined;
  defaultLevel: DefaultLevel;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Its page in the web app */
    app: string;
  };
  /** What the caller may do with it */
  permissions: {
    /** The caller may see it */
    view: boolean;
    /** The caller may change its title and description */
    admin: boolean;
    /** The caller may see its invite links */
    viewInviteLinks: boolean;
    /** The caller may create spaces and collections in it */
    create: boolean;
  };
};

export type Comment = {
  /** Always `comment` */
  object: "comment";
  /** Unique within the space */
  id: string;
  /** Its author */
  postedBy: User;
  /** When it was first posted */
  postedAt: string;
  /** Last edit of the text; absent when never edited */
  editedAt?: string | undefined;
  /** One entry for each emoji in use */
  reactions: Array<{
    /** The emoji, or its code */
    emoji: string;
    /** How many users reacted with it */
    count: number;
    /** Users who reacted with it */
    users: Array<{
      /** Who reacted */
      user: User;
      /** When they reacted */
      reactedAt: string;
    }>;
  }>;
  /** The text, in the requested format */
  body: {
    /** Present when the format is `markdown` */
    markdown?: string | undefined;
    /** Present when the format is `document` */
    document?: RichDocument | undefined;
  };
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
  };
  /** What the caller may do with it */
  permissions: {
    /** The caller may read it */
    view: boolean;
    /** The caller may change its text */
    edit: boolean;
    /** The caller may reply to it */
    reply?: boolean | undefined;
    /** The caller may delete it */
    delete: boolean;
  };
  /** How many replies it has */
  replies: number;
  /** Users who replied, each once */
  repliers: Array<Contributor>;
  /** What it is about */
  target: {
    /** Block it is about */
    node?: {
      /** Key of the block */
      id: string;
    } | undefined;
    /** Table cell it is about */
    tableCell?: {
      /** Row of the table */
      record: string;
      /** Column of the table */
      definition: string;
    } | undefined;
    /** Change request it was made in */
    changeRequest?: string | undefined;
    /** Review it is part of */
    review?: string | undefined;
    /** Page it is about; absent when it is about the whole */
    page?: {
      /** Id of the page */
      id: string;
    } | undefined;
    /** Space it belongs to */
    space: string;
    /** Revision that has what it is about */
    revision: string;
  };
  /** Resolved comments are no longer counted */
  status: "open" | "resolved";
  /** When it was resolved; absent while open */
  resolvedAt?: string | undefined;
  /** Who resolved it; absent while open */
  resolvedBy?: User | undefined;
};

/** Format of the text in the response: a tree of blocks or Markdown */
export type CommentFormat = ContentFormat;

export type CommentReply = {
  /** Always `comment-reply` */
  object: "comment-reply";
  /** Unique within the space */
  id: string;
  /** Its author */
  postedBy: User;
  /** When it was first posted */
  postedAt: string;
  /** Last edit of the text; absent when never edited */
  editedAt?: string | undefined;
  /** One entry for each emoji in use */
  reactions: Array<{
    /** The emoji, or its code */
    emoji: string;
    /** How many users reacted with it */
    count: number;
    /** Users who reacted with it */
    users: Array<{
      /** Who reacted */
      user: User;
      /** When they reacted */
      reactedAt: string;
    }>;
  }>;
  /** The text, in the requested format */
  body: {
    /** Present when the format is `markdown` */
    markdown?: string | undefined;
    /** Present when the format is `document` */
    document?: RichDocument | undefined;
  };
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
  };
  /** What the caller may do with it */
  permissions: {
    /** The caller may read it */
    view: boolean;
    /** The caller may change its text */
    edit: boolean;
    /** The caller may reply to it */
    reply?: boolean | undefined;
    /** The caller may delete it */
    delete: boolean;
  };
};

export type CommentText = {
  /** The text in Markdown */
  markdown?: string | undefined;
  /** The text as a tree of blocks, instead of markdown */
  document?: RichDocument | undefined;
};

export type ComputedSource = {
  /** What computes it: `builtin:openapi`, `builtin:translation` or `integration:<integration>:<source>` */
  type: string;
  /** What it is computed from, each with a `ref`; recomputed when one changes */
  dependencies?: { [name: string]: { [name: string]: unknown } } | undefined;
  /** Settings of the source */
  props?: { [name: string]: unknown } | undefined;
};

export type ContentChange = InsertPage | UpdatePage | {
  /** Removes a page */
  operation: "delete_page";
  /** Removed with its subpages */
  page: string;
} | {
  /** Reverts the changes to a page */
  operation: "revert_page";
  /** Page to revert; it may have been deleted */
  page: string;
  /** Revision to restore from; the change request's base when left out */
  revision?: string | undefined;
  /** Keys of the blocks to revert; the whole page when left out */
  block?: Array<string> | undefined;
} | InsertFiles;

export type ContentFormat = "document" | "markdown";

export type ContentLink = {
  /** Text of the link */
  title: string;
  /** Where it leads */
  to: ContentReference;
};

export type ContentReference = FileReference | UrlReference | PageReference | {
  /** A heading or block of a page */
  kind: "anchor";
  /** Anchor, without the `#` */
  anchor: string;
  /** Id of its page; the referring page when left out */
  page?: string | undefined;
  /** Id of its space; the referring space when left out */
  space?: string | undefined;
} | {
  /** A person */
  kind: "user";
  /** Id of the user */
  user: string;
} | {
  /** A collection of spaces */
  kind: "collection";
  /** Id of the collection */
  collection: string;
} | {
  /** A space as a whole */
  kind: "space";
  /** Id of the space */
  space: string;
} | {
  /** A passage that several pages include */
  kind: "reusable-content";
  /** Id of the reusable content */
  reusableContent: string;
  /** Id of its space; the referring space when left out */
  space?: string | undefined;
} | {
  /** A label that pages carry */
  kind: "tag";
  /** Slug of the tag */
  tag: string;
  /** Id of its space; the referring space when left out */
  space?: string | undefined;
} | {
  /** An OpenAPI specification of the organization */
  kind: "openapi";
  /** Slug of the specification */
  spec: string;
};

export type ContentSecurityPolicy = string | { [Name in "base-uri" | "block-all-mixed-content" | "child-src" | "connect-src" | "default-src" | "font-src" | "form-action" | "frame-ancestors" | "frame-src" | "img-src" | "manifest-src" | "media-src" | "navigate-to" | "object-src" | "plugin-types" | "prefetch-src" | "referrer" | "report-to" | "report-uri" | "require-sri-for" | "require-trusted-types-for" | "sandbox" | "script-src" | "script-src-attr" | "script-src-elem" | "style-src" | "style-src-attr" | "style-src-elem" | "trusted-types" | "upgrade-insecure-requests" | "worker-src"]?: string };

export type ContentSource = {
  /** Unique in the integration */
  id: string;
  /** Title that writers see */
  title: string;
  /** What content it provides */
  description?: string | undefined;
  /** Address of its icon */
  icon?: string | undefined;
  /** Where writers set it up */
  configuration: {
    /** Component of the integration that draws the form */
    componentId: string;
  };
};

export type ContentSourceInput = {
  /** Unique in the integration */
  id: string;
  /** Title that writers see */
  title: string;
  /** What content it provides */
  description?: string | undefined;
  /** Address of its icon */
  icon?: string | undefined;
  /** Where writers set it up */
  configuration: {
    /** Component of the integration that draws the form */
    componentId: string;
  };
};

export type ContentTemplate = {
  /** Which template */
  id: string;
  /** Values for the template */
  params?: {
    /** Values of the template's placeholders, by name */
    contentRefs?: { [name: string]: ContentReference } | undefined;
  } | undefined;
};

export type ContentUpdate = {
  /** The change request with its new revision */
  changeRequest: ChangeRequest;
  /** What was done, page by page */
  changes: Array<AppliedChange>;
  /** The files added, in the order given */
  insertedFiles?: Array<File> | undefined;
};

export type Contributor = {
  /** When they last added something */
  updatedAt: string;
  /** How many times they added something */
  count: number;
  /** Who it is */
  user: User;
};

export type Conversation = {
  /** Always `conversation` */
  object: "conversation";
  /** Unique within the organization */
  id: string;
  /** One line on what it is about */
  subject?: string | undefined;
  /** When the conversation began */
  createdAt: string;
  /** When it was last analyzed; absent while it waits for analysis */
  processedAt?: string | undefined;
  /** `email`, or `integration:` with the names that say where it comes from */
  source: string;
  /** Of its most severe issue; absent before it was processed */
  impact?: Impact | undefined;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Its page in the system it comes from */
    source?: string | undefined;
  };
};

export type ConversationInput = {
  /** Unique id in the system it comes from */
  id: string;
  /** One line on what it is about */
  subject?: string | undefined;
  /** What is known about the conversation as a whole */
  metadata?: {
    /** Page of the conversation in the system it comes from */
    url?: string | undefined;
    /** Facts by name, such as a plan or a product */
    attributes?: { [name: string]: string } | undefined;
    /** When the conversation began */
    createdAt?: string | undefined;
  } | undefined;
  /** Messages, oldest first */
  parts: Array<{
    /** Always `message` */
    type: "message";
    /** Who wrote it: the person asking, a bot or support staff */
    role: "user" | "assistant" | "team-member";
    /** Text of the message */
    body: string;
  }>;
};

export type ConversationIssue = {
  /** Always `conversation-issue` */
  object: "conversation-issue";
  /** Unique within the organization */
  id: string;
  /** The problem in one line */
  title: string;
  /** The problem in detail */
  details: RichDocument;
  /** The problem as plain text, from services that have no `details` */
  summary?: string | undefined;
  impact: Impact;
  /** When it came up in the conversation */
  createdAt: string;
  /** When its conversation was submitted */
  ingestedAt: string;
  /** Conversation it was found in */
  conversation: string;
  /** Cluster of similar issues; absent until it is put in one */
  cluster?: string | undefined;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
  };
};

export type ConversationIssueRecord = {
  /** The issue */
  issue: ConversationIssue;
  /** Where it was found */
  conversation: Conversation;
};

export type ConversationTranscript = {
  /** The conversation itself */
  conversation: Conversation;
  /** Messages, oldest first */
  parts: Array<{
    /** Always `message` */
    type: "message";
    /** Who wrote it: the person asking, a bot or support staff */
    role: "user" | "assistant" | "team-member";
    /** Text of the message */
    body: string;
  }>;
  /** What is known about the conversation as a whole */
  metadata: {
    /** Page of the conversation in the system it comes from */
    url?: string | undefined;
    /** Facts by name, such as a plan or a product */
    attributes?: { [name: string]: string } | undefined;
    /** When the conversation began */
    createdAt?: string | undefined;
  };
};

export type Corners = "straight" | "rounded" | "circular";

export type DefaultContent = {
  /** Always `site` */
  type: "site";
  /** Id of the site */
  site: string;
};

/** Role of members without a grant; null is none, `inherit` the parent's */
export type DefaultLevel = "admin" | "create" | "review" | "edit" | "comment" | "read" | "inherit" | null;

export type Depth = "subtle" | "flat";

export type DocumentInput = {
  /** Markdown with GitBook blocks; a leading `# heading` gives the title */
  markdown?: string | undefined;
  /** The same as a tree of blocks, instead of markdown */
  document?: RichDocument | undefined;
};

/** `locked` refuses every edit of the content */
export type EditMode = "live" | "locked";

export type Embed = {
  /** What to call it */
  title: string;
  /** Where it is from */
  site: string;
  /** Address of a picture for it */
  icon?: string | undefined;
  /** `rich` can be shown in place; `link` can only be opened */
  type: "link" | "rich" | "integration";
  /** With `rich`: what shows it */
  html?: string | undefined;
  /** With `integration`: which one shows it */
  integration?: string | undefined;
};

export type ExternalIds = Array<string>;

export type ExternalLink = {
  /** Where it leads */
  url: string;
  /** Its label */
  label: string;
};

export type ExternalLinkInput = {
  /** Where it leads */
  url: string;
  /** Its label */
  label: string;
};

export type Favicon = {
  /** Images; leave out with an emoji */
  icon?: ThemedUrl | undefined;
  /** Emoji instead of images; neither of them is the default */
  emoji?: string | undefined;
};

export type File = {
  /** Stays the same from revision to revision */
  id: string;
  /** File name with its ending */
  name: string;
  /** Media type, such as `image/png` */
  contentType: string;
  /** Temporary URL of the bytes */
  downloadURL: string;
  /** Bytes */
  size: number;
  /** Size of the picture; images only */
  dimensions?: {
    /** Pixels across */
    width: number;
    /** Pixels down */
    height: number;
  } | undefined;
  /** Source file in the repository */
  git?: GitBlob | undefined;
};

export type FileReference = {
  /** A file of a space */
  kind: "file";
  /** Id of the file */
  file: string;
  /** Id of its space; the referring space when left out */
  space?: string | undefined;
};

export type Font = "ABCFavorit" | "Inter" | "Roboto" | "RobotoSlab" | "OpenSans" | "SourceSansPro" | "Lato" | "Ubuntu" | "Raleway" | "Merriweather" | "Overpass" | "NotoSans" | "IBMPlexSerif" | "Poppins" | "FiraSans" | {
  /** Name of this definition, unique among all fonts */
  id: string;
  /** False when the platform provides the font */
  custom: boolean;
  /** Family name as used in style sheets */
  fontFamily: string;
  /** One entry for each weight */
  fontFaces: Array<{
    /** 400 is regular, 700 bold */
    weight: number;
    /** Files of this weight; browsers take the first they can read */
    sources: Array<{
      /** Address of the font file */
      url: string;
      /** Format of the font file */
      format?: "woff2" | "woff" | undefined;
    }>;
  }>;
};

export type FooterGroup = {
  /** Heading of the column */
  title: string;
  /** Links of the column, in order */
  links: Array<ContentLink>;
};

export type GitBlob = {
  /** Hash that Git gives the file's bytes, as an export writes them */
  oid: string;
  /** Path within the repository */
  path: string;
};

export type GitCommit = {
  /** Hash of the commit */
  oid: string;
  /** Message of the commit */
  message: string;
  /** The commit is an export of the service */
  createdByService?: boolean | undefined;
  /** Name that the public service gives `createdByService` */
  createdByGitBook?: boolean | undefined;
  /** Page of the commit at the provider */
  url?: string | undefined;
  /** Branch the commit came from */
  ref?: string | undefined;
};

export type GitInfo = {
  /** Name of the repository */
  repoName?: string | undefined;
  /** Who hosts the repository; `github-legacy` is the older installation */
  installationProvider?: "github" | "gitlab" | "github-legacy" | undefined;
  /** Whether the provider grants the service access */
  installationStatus?: "unauthenticated" | "active" | "pending" | undefined;
  /** Id of what connects them */
  installationId?: string | undefined;
  /** Id of the installation it belongs to */
  parentInstallationId?: string | undefined;
  /** Name of the integration that connects them */
  integration?: string | undefined;
  /** Address of the repository's files, for links in published content */
  url?: string | undefined;
  /** The last import or export */
  operation?: {
    /** State of the operation */
    state: "running" | "failure" | "success" | "timeout";
    /** `export` writes to the repository, `import` reads it */
    direction: "export" | "import";
    /** When it began */
    startedAt: string;
    /** When it ended; absent while running */
    endedAt?: string | undefined;
    /** The requested branch; for those who may import and export */
    ref?: string | undefined;
    /** Why it failed */
    error?: string | undefined;
    /** The same as a code of the API, or `timeout` */
    errorCode?: string | undefined;
    /** An action that may resolve the failure */
    errorAction?: {
      /** What can be done */
      label: string;
      /** Where it can be done */
      url: string;
    } | undefined;
    /** Progress while running */
    progress?: {
      /** Units completed */
      done: number;
      /** Units in total; null while unknown */
      total: number | null;
      /** Current step */
      message: string;
    } | undefined;
    /** Hash of the commit that the branch points to afterwards */
    commit?: string | undefined;
    /** Revision that was created or exported; absent when there was nothing to do */
    revision?: string | undefined;
    /** What was skipped or read differently; the first 50 */
    warnings?: Array<string> | undefined;
  } | undefined;
  /** How long an import or export may run */
  operationTimeout?: number | undefined;
  /** When these facts last changed */
  updatedAt?: string | undefined;
  /** What the space was last in sync with; for those who may import and export */
  repository?: {
    /** Its address, without credentials */
    url: string;
    /** Branch, as `refs/heads/<branch>` */
    ref: string;
    /** Folder of the content in it; absent for its root */
    directory?: string | undefined;
    /** Hash of the last commit that both have in common */
    commit?: string | undefined;
  } | undefined;
  /** The space has content that the last import or export did not have */
  changed?: boolean | undefined;
};

export type GlossaryEdit = {
  /** Adds an entry */
  type: "insert";
  /** The term in each language, by language code such as `en` */
  translations: { [Name in Language]?: string };
} | {
  /** Replaces an entry's terms */
  type: "update";
  /** Entry to change */
  id: string;
  /** The term in each language, by language code such as `en` */
  translations: { [Name in Language]?: string };
} | {
  /** Removes an entry */
  type: "delete";
  /** Entry to remove */
  id: string;
};

export type GlossaryEntry = {
  /** Always `glossary-entry` */
  object: "glossary-entry";
  /** Unique within the organization */
  id: string;
  /** The term in each language, by language code such as `en` */
  translations: { [Name in Language]?: string };
  /** When it was added */
  createdAt: string;
  /** When its terms last changed */
  updatedAt: string;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
  };
};

export type HeaderLink = {
  /** Text of the link or menu */
  title: string;
  /** A plain link, or a button */
  style?: "link" | "button-primary" | "button-secondary" | undefined;
  /** Where it leads; null if it only opens a menu */
  to: ContentReference | null;
  /** Entries of its menu; empty for a plain link */
  links: Array<ContentLink>;
  /** Expression over visitors that must hold to see it */
  condition?: string | undefined;
};

export type HeaderPreset = "default" | "bold" | "contrast" | "custom" | "none";

export type IconStyle = "regular" | "solid" | "duotone" | "light" | "thin";

/** `low` slows people a little, `medium` can be worked around, `high` cannot */
export type Impact = "low" | "medium" | "high";

export type ImportRun = {
  /** Always `import-run` */
  object?: "import-run" | undefined;
  /** Unique within the organization */
  id: string;
  /** Status; the last three are final */
  status: "pending" | "in-progress" | "completed" | "failed" | "cancelled";
  /** Why it failed or was cancelled */
  reason?: string | undefined;
  /** When it was requested */
  createdAt?: string | undefined;
  /** When it began; absent while pending */
  startedAt?: string | undefined;
  /** When it completed */
  completedAt?: string | undefined;
  /** When its status or pages last changed */
  updatedAt?: string | undefined;
  /** Where the content comes from */
  source?: ImportSource | undefined;
  /** Where the content goes */
  target?: ImportTarget | undefined;
  /** Id of the site it is for */
  site?: string | undefined;
  /** Id of the user who requested it */
  createdBy?: string | undefined;
  /** Where to find it */
  urls?: {
    /** Its address in the API */
    location: string;
  } | undefined;
  /** Pages created so far */
  pages?: Array<{
    /** Id of the new page */
    id: string;
    /** Where it was found */
    sourceURL?: string | undefined;
    /** `folder` only holds further pages */
    type?: "page" | "folder" | undefined;
    /** `pending` has no body yet */
    status?: "complete" | "pending" | undefined;
  }> | undefined;
};

export type ImportRunFilter = "active" | "pending" | "in-progress" | "completed" | "failed" | "cancelled";

export type ImportSource = {
  /** Pages of a website */
  type: "website";
  /** Where the website begins; pages are found from there */
  url: string;
} | {
  /** Uploaded files */
  type: "file";
  /** Keys that the upload of each file returned */
  files: Array<string>;
};

export type ImportTarget = {
  /** Space to import into */
  space: string;
  /** Change request of the space; the space's content when left out */
  changeRequest?: string | undefined;
  /** Page to import into; the root when left out */
  page?: string | undefined;
};

export type InsertFiles = {
  /** Adds files */
  operation: "insert_files";
  /** Files to add, each by url or base64 */
  files: Array<NewFile>;
};

export type InsertPage = {
  /** Adds a page */
  operation: "insert_page";
  /** The page's body; left out of a page that is computed */
  document?: DocumentInput | undefined;
  /** Instead of a body: what the page's text and the pages below it are computed from, as `builtin:openapi` */
  computed?: ComputedSource | undefined;
  /** Title of the page; wins over one in the document */
  title?: string | undefined;
  /** Last segment of the page's path */
  slug?: string | undefined;
  /** Emoji before the title; null removes it */
  emoji?: string | null | undefined;
  /** Name of an icon before the title; null removes it */
  icon?: string | null | undefined;
  /** Line below the title; null removes it */
  description?: string | null | undefined;
  /** True leaves the page out of the table of contents */
  hidden?: boolean | undefined;
  /** True leaves the page out of the site's own search */
  noIndex?: boolean | undefined;
  /** True asks search engines to leave the page out */
  noRobotsIndex?: boolean | undefined;
  /** Expression that says who sees the page; null is all */
  condition?: string | null | undefined;
  /** Parent page; the root when left out */
  into?: string | undefined;
  /** Index among its siblings; last when left out */
  at?: number | undefined;
  /** Name for this request alone: other pages of it may link to `./<ref>.md` */
  ref?: string | undefined;
};

export type Installation = {
  /** Unique everywhere */
  id: string;
  /** `pending` waits for its configuration, `paused` receives no events */
  status: InstallationStatus;
  /** All spaces of the organization, or those it is installed on */
  space_selection: InstallationSelection;
  /** All sites of the organization, or those it is installed on */
  site_selection: InstallationSelection;
  /** How many spaces it works on */
  spaces: number;
  /** Configuration, in the form that the integration defined */
  configuration: { [name: string]: unknown };
  /** When it was installed */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Where the integration serves requests for it */
    publicEndpoint: string;
    /** Where the integration serves requests that carry no cookies */
    publicContentEndpoint?: string | undefined;
    /** Its page in the web app */
    app: string;
  };
  /** External ids that the integration set */
  externalIds: ExternalIds;
  /** What it is installed in */
  target: {
    /** Id of the organization */
    organization: string;
  };
  /** How its requests travel */
  network?: {
    /** Its requests go through the service */
    proxy?: boolean | undefined;
  } | undefined;
};

export type InstallationSelection = "all" | "selected";

export type InstallationStatus = "active" | "pending" | "paused";

export type InstallationToken = {
  /** Sent as a bearer token; works for an hour */
  token: string;
};

export type Integration = {
  /** Always `integration` */
  object: "integration";
  /** Name of the integration, unique everywhere */
  name: string;
  /** Version that is published */
  version: number;
  /** Display name */
  title: string;
  /** What it does, in one line */
  description?: string | undefined;
  /** What it does, in detail, in Markdown */
  summary?: string | undefined;
  /** Addresses of pictures that show it */
  previewImages: Array<string>;
  /** What it can be installed on */
  target: IntegrationTarget;
  /** Verified by the service's operators */
  verified: boolean;
  /** `unlisted` can be installed by those who know its name */
  visibility: IntegrationVisibility;
  /** What an installation allows it to do */
  scopes: Array<IntegrationScope>;
  /** Where it is listed */
  categories: Array<IntegrationCategory>;
  /** Blocks it adds to the editor */
  blocks?: Array<IntegrationBlock> | undefined;
  /** Content it computes from other sources */
  contentSources?: Array<ContentSource> | undefined;
  /** Configuration requested on installation */
  configurations?: IntegrationConfigurations | undefined;
  /** Links of its publisher, such as to a manual */
  externalLinks: Array<ExternalLink>;
  /** Who published it */
  owner: Organization;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Its page in the web app */
    app: string;
    /** Its picture */
    icon?: string | undefined;
    /** Where its files are */
    assets: string;
    /** Where it serves requests */
    publicEndpoint: string;
    /** Where it serves requests that carry no cookies */
    publicContentEndpoint?: string | undefined;
  };
  /** What the caller may do with it */
  permissions: {
    /** The caller may publish it again and unpublish it */
    admin: boolean;
  };
  /** What its script and blocks may load */
  contentSecurityPolicy?: ContentSecurityPolicy | undefined;
};

export type IntegrationBlock = {
  /** Unique in the integration; also names the component that draws it */
  id: string;
  /** Title that writers see */
  title: string;
  /** What it shows, for writers */
  description?: string | undefined;
  /** Address of its icon */
  icon?: string | undefined;
  /** Patterns of addresses that become this block when pasted */
  urlUnfurl?: Array<string> | undefined;
  /** How it is written in Markdown: as a code block */
  markdown?: {
    /** Language of the code block */
    codeblock: string;
    /** Property of the block that is the code block's text */
    body: string;
  } | undefined;
};

export type IntegrationBlockInput = {
  /** Unique in the integration; also names the component that draws it */
  id: string;
  /** Title that writers see */
  title: string;
  /** What it shows, for writers */
  description?: string | undefined;
  /** Address of its icon */
  icon?: string | undefined;
  /** Patterns of addresses that become this block when pasted */
  urlUnfurl?: Array<string> | undefined;
  /** How it is written in Markdown: as a code block */
  markdown?: {
    /** Language of the code block */
    codeblock: string;
    /** Property of the block that is the code block's text */
    body: string;
  } | undefined;
};

export type IntegrationCategory = "analytics" | "collaboration" | "content" | "gitsync" | "marketing" | "visitor-auth" | "other";

export type IntegrationConfigurations = {
  /** Asked for the organization as a whole */
  account?: {
    /** Fields of the form, by name */
    properties: { [name: string]: {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A text field, or a choice where there is an `enum` */
      type: "string";
      /** Default value */
      default?: string | undefined;
      /** Where suggestions are fetched while typing */
      completion_url?: string | undefined;
      /** Allowed values */
      enum?: Array<string> | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A field for a number */
      type: "number";
      /** Default value */
      default?: number | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A switch */
      type: "boolean";
      /** Initial position */
      default?: boolean | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A button, such as one that begins to sign in elsewhere */
      type: "button";
      /** Path of the integration that it opens */
      callback_url: string;
      /** Its label */
      button_text: string;
    } };
    /** Names of the fields that must be filled in */
    required?: Array<string> | undefined;
  } | {
    /** Component of the integration that draws the form */
    componentId: string;
  } | undefined;
  /** Asked for each space */
  space?: {
    /** Fields of the form, by name */
    properties: { [name: string]: {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A text field, or a choice where there is an `enum` */
      type: "string";
      /** Default value */
      default?: string | undefined;
      /** Where suggestions are fetched while typing */
      completion_url?: string | undefined;
      /** Allowed values */
      enum?: Array<string> | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A field for a number */
      type: "number";
      /** Default value */
      default?: number | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A switch */
      type: "boolean";
      /** Initial position */
      default?: boolean | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A button, such as one that begins to sign in elsewhere */
      type: "button";
      /** Path of the integration that it opens */
      callback_url: string;
      /** Its label */
      button_text: string;
    } };
    /** Names of the fields that must be filled in */
    required?: Array<string> | undefined;
  } | {
    /** Component of the integration that draws the form */
    componentId: string;
  } | undefined;
  /** Asked for each site */
  site?: {
    /** Fields of the form, by name */
    properties: { [name: string]: {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A text field, or a choice where there is an `enum` */
      type: "string";
      /** Default value */
      default?: string | undefined;
      /** Where suggestions are fetched while typing */
      completion_url?: string | undefined;
      /** Allowed values */
      enum?: Array<string> | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A field for a number */
      type: "number";
      /** Default value */
      default?: number | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A switch */
      type: "boolean";
      /** Initial position */
      default?: boolean | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A button, such as one that begins to sign in elsewhere */
      type: "button";
      /** Path of the integration that it opens */
      callback_url: string;
      /** Its label */
      button_text: string;
    } };
    /** Names of the fields that must be filled in */
    required?: Array<string> | undefined;
  } | {
    /** Component of the integration that draws the form */
    componentId: string;
  } | undefined;
};

export type IntegrationConfigurationsInput = {
  /** Asked for the organization as a whole */
  account?: {
    /** Fields of the form, by name */
    properties: { [name: string]: {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A text field, or a choice where there is an `enum` */
      type: "string";
      /** Default value */
      default?: string | undefined;
      /** Where suggestions are fetched while typing */
      completion_url?: string | undefined;
      /** Allowed values */
      enum?: Array<string> | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A field for a number */
      type: "number";
      /** Default value */
      default?: number | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A switch */
      type: "boolean";
      /** Initial position */
      default?: boolean | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A button, such as one that begins to sign in elsewhere */
      type: "button";
      /** Path of the integration that it opens */
      callback_url: string;
      /** Its label */
      button_text: string;
    } };
    /** Names of the fields that must be filled in */
    required?: Array<string> | undefined;
  } | {
    /** Component of the integration that draws the form */
    componentId: string;
  } | undefined;
  /** Asked for each space */
  space?: {
    /** Fields of the form, by name */
    properties: { [name: string]: {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A text field, or a choice where there is an `enum` */
      type: "string";
      /** Default value */
      default?: string | undefined;
      /** Where suggestions are fetched while typing */
      completion_url?: string | undefined;
      /** Allowed values */
      enum?: Array<string> | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A field for a number */
      type: "number";
      /** Default value */
      default?: number | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A switch */
      type: "boolean";
      /** Initial position */
      default?: boolean | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A button, such as one that begins to sign in elsewhere */
      type: "button";
      /** Path of the integration that it opens */
      callback_url: string;
      /** Its label */
      button_text: string;
    } };
    /** Names of the fields that must be filled in */
    required?: Array<string> | undefined;
  } | {
    /** Component of the integration that draws the form */
    componentId: string;
  } | undefined;
  /** Asked for each site */
  site?: {
    /** Fields of the form, by name */
    properties: { [name: string]: {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A text field, or a choice where there is an `enum` */
      type: "string";
      /** Default value */
      default?: string | undefined;
      /** Where suggestions are fetched while typing */
      completion_url?: string | undefined;
      /** Allowed values */
      enum?: Array<string> | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A field for a number */
      type: "number";
      /** Default value */
      default?: number | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A switch */
      type: "boolean";
      /** Initial position */
      default?: boolean | undefined;
    } | {
      /** Label of the field */
      title?: string | undefined;
      /** Help below the field */
      description?: string | undefined;
      /** A button, such as one that begins to sign in elsewhere */
      type: "button";
      /** Path of the integration that it opens */
      callback_url: string;
      /** Its label */
      button_text: string;
    } };
    /** Names of the fields that must be filled in */
    required?: Array<string> | undefined;
  } | {
    /** Component of the integration that draws the form */
    componentId: string;
  } | undefined;
};

export type IntegrationEvent = {
  /** Unique in the integration */
  id: string;
  /** Id of the integration, which is not its name */
  integrationId: string;
  /** Installation it concerns; absent where it concerns none */
  installationId?: string | undefined;
  /** When it was sent */
  createdAt: string;
  /** What was sent to the integration */
  payload: {
    /** Names the event */
    eventId: string;
    /** What happened, or what the integration is to do */
    type: "installation_setup" | "installation_deleted" | "space_installation_setup" | "space_installation_deleted" | "site_installation_setup" | "site_installation_deleted" | "site_view" | "space_content_updated" | "space_gitsync_started" | "space_gitsync_completed" | "space_visibility_updated" | "page_feedback" | "task" | "fetch" | "fetch_published_script" | "fetch_visitor_authentication" | "ui_render" | "content_compute_document" | "content_compute_revision" | "change_request_opened" | "change_request_updated" | "change_request_merged" | "comment_posted" | "review_submitted" | "site_published" | "site_unpublished" | "issue_cluster_found" | "translation_completed";
    /** Installation it concerns; absent where it concerns none */
    installationId?: string | undefined;
    /** Space it concerns, by id */
    spaceId?: string | undefined;
    /** Site it concerns, by id */
    siteId?: string | undefined;
    /** State after a setup */
    status?: InstallationStatus | undefined;
    /** How it was before a setup; absent for the first */
    previous?: {
      /** State before */
      status: InstallationStatus;
      /** Configuration before, as the integration defined it */
      configuration?: { [name: string]: unknown } | undefined;
    } | undefined;
  };
  /** Whether the integration handled it; `waiting` is sent or retried soon */
  status: IntegrationEventStatus;
};

export type IntegrationEventDetail = {
  /** The event itself */
  event: IntegrationEvent;
  /** What happened while it was handled; absent when nothing was recorded */
  trace?: {
    /** Lines written while it was handled, oldest first */
    logs: Array<{
      /** What the integration wrote */
      message?: string | undefined;
      /** When it was written */
      timestamp?: string | undefined;
      /** Severity of the line */
      level?: "debug" | "info" | "warn" | "error" | undefined;
    }>;
  } | undefined;
};

export type IntegrationEventStatus = "success" | "failed" | "waiting";

export type IntegrationScope = "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:git:sync" | "page:feedback:read" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:visitor:claims" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest";

export type IntegrationTarget = "all" | "site" | "space" | "organization";

export type IntegrationVisibility = "public" | "private" | "unlisted";

export type InvitationOutcome = {
  /** Ids of the users who became members at once */
  users: Array<string>;
  /** How many were invited, members at once or when they accept */
  invited: number;
  /** Addresses invited without single sign-on, since their users sign in elsewhere */
  failedSSOEmails?: Array<string> | undefined;
  /** The result for each address, where users accept first */
  invitations?: Array<{
    /** The address, normalized */
    email: string;
    /** `member` if already a member: nothing is sent */
    outcome: "invited" | "member";
    /** Its id in listOrganizationInviteLinks */
    id?: string | undefined;
    /** When it can no longer be accepted */
    expiresAt?: string | undefined;
    /** URL for accepting it, to be passed on; absent when the service mails it */
    url?: string | undefined;
  }> | undefined;
};

export type Invite = OrganizationInvite | {
  /** Always `invite` */
  object: "invite";
  /** Secret of the link: anyone who has it can join */
  id: string;
  /** The caller already has everything it grants */
  redundant: boolean;
  /** Role that it grants there; null grants none */
  level: MemberRole;
  /** What it opens */
  space: Space;
} | {
  /** Always `invite` */
  object: "invite";
  /** Secret of the link: anyone who has it can join */
  id: string;
  /** The caller already has everything it grants */
  redundant: boolean;
  /** Role that it grants there; null grants none */
  level: MemberRole;
  /** What it opens */
  collection: Collection;
};

export type Invitee = string | {
  /** Where the invitation is sent */
  email: string;
  /** Role of this one user; null makes a guest */
  role: MemberRole;
};

export type IssueCluster = {
  /** Always `issues-cluster` */
  object: "issues-cluster";
  /** Unique within the organization */
  id: string;
  /** What its issues have in common, in a few words */
  label: string;
  /** Labels it had before, newest first */
  formerLabels?: Array<string> | undefined;
  /** When the first of its issues was put in it */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** Name of the icon next to the label */
  icon: string;
  /** What its issues have in common, in detail */
  summary: RichDocument;
  /** No change requests are proposed for it */
  muted: boolean;
  impact: Impact;
  /** Issues of each of the last 13 weeks, oldest first */
  weeklyPulse: Array<number>;
  /** How many of its issues come from each source */
  sources: { [name: string]: number };
  /** Counts */
  stats: {
    /** Issues in the cluster */
    issues: number;
    /** Conversations those issues come from */
    conversations: number;
    /** Tasks made from the cluster */
    tasksTotal?: number | undefined;
    /** Tasks not started */
    tasksBacklog?: number | undefined;
    /** Tasks under way */
    tasksStarted?: number | undefined;
    /** Tasks done */
    tasksCompleted?: number | undefined;
    /** Tasks given up */
    tasksCancelled?: number | undefined;
  };
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Its page in the web app */
    app?: string | undefined;
  };
};

export type Language = "en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "zh-tw" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";

export type LinkList = {
  /** Absent on the last page */
  next?: {
    /** Cursor to pass as `page` for the next page */
    page: string;
  } | undefined;
  /** How many items there are in all */
  count?: number | undefined;
  /** The items of this page of the list */
  items: Array<LinkRecord>;
  /** Counts over all statuses and pages of the list */
  stats: {
    /** Records of every status: the list's count without `status` */
    total: number;
    /** How many lead to nothing */
    broken: {
      /** Records that lead to nothing: the list's count with the status `broken` */
      total: number;
      /** Those of them that the change request broke; absent in a list of main content */
      changeRequest?: number | undefined;
    };
    /** The same by links in the texts, of which several can lead to one target */
    references?: {
      /** Links of every status */
      total: number;
      /** Links that lead to nothing */
      broken: number;
    } | undefined;
  };
};

export type LinkRecord = {
  status: LinkStatus;
  /** `dependsOn` includes the target's content, `reference` points */
  relation: "reference" | "dependsOn";
  /** Where the links lead; absent when unknown */
  targetReference?: ResolvedReference | undefined;
  /** Where the links are */
  locationReferences: Array<ResolvedReference>;
};

/** `broken` leads to nothing in the revision, `in-app` into the web app, `ok` to existing content, or outside the space, which is not checked */
export type LinkStatus = "ok" | "broken" | "in-app";

export type LinkStyle = "default" | "accent";

export type LinkTarget = "self" | "blank";

export type Locale = "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "pt-br" | "ru";

export type LocalizedText = { [Name in Language]?: string };

export type LocatedContent = {
  /** The collection the address leads to */
  collection: Collection;
} | {
  /** The space the address leads to */
  space: Space;
  /** The change request, where the address names one */
  changeRequest?: ChangeRequest | undefined;
  /** The page, where the address names one */
  page?: Page | undefined;
};

export type Member = {
  /** Always `member` */
  object: "member";
  /** Id of the user */
  id: string;
  /** In the organization; null for guests, who see only what they were invited to */
  role: MemberRole;
  /** Who the member is */
  user: User;
  /** Membership is suspended: no content can be opened */
  disabled: boolean;
  /** When the user became a member */
  joinedAt: string;
  /** Last activity in the organization; absent before the first */
  lastSeenAt?: string | undefined;
  /** May sign in through the organization's SAML provider */
  sso: boolean;
  /** How many spaces the member can open */
  spaces: number;
  /** How many teams the member is in */
  teams: number;
  /** How many sites the member can open */
  sites?: number | undefined;
};

export type MemberRole = Role | null;

export type MemberSpace = {
  /** Role of the member in the space */
  permission: Role;
  /** The space itself */
  space: Space;
  /** Where the role comes from. Only from the embedded platform */
  source?: RoleSource | undefined;
};

export type MemberTeam = {
  /** The team itself */
  team: Team;
  /** The user as a member of the team */
  member: {
    role: TeamMemberRole;
  };
};

export type MergeConflict = {
  /** Page id */
  page: string;
  /** Title above the page */
  title: string;
  /** Path of the page, from the root */
  path: string;
  /** What the two sides cannot agree on */
  kind: "text" | "property" | "deleted_in_space" | "deleted_in_change_request";
  /** Name of the property, for kind `property` */
  property?: string | undefined;
  /** The content before either side changed it */
  base?: string | undefined;
  /** The space's side */
  space?: string | undefined;
  /** The change request's side, which it keeps until edited */
  changeRequest?: string | undefined;
};

export type MergeOutcome = {
  /** Active revision of the space after the call */
  revision: string;
  /** `conflicts` means that some passages must be resolved */
  result: "merge" | "conflicts";
  /** Passages to resolve, for result `conflicts` */
  conflicts?: Array<MergeConflict> | undefined;
};

export type MergePreview = {
  /** Passages that would have to be resolved, up to 100 */
  conflicts: Array<MergeConflict>;
  /** Conflicts beyond those */
  moreConflicts?: number | undefined;
  /** What blocks a merge */
  unmet: Array<UnmetRule>;
  /** Who may merge without meeting the merge rules */
  regardless?: string | undefined;
};

export type MergeRule = {
  /** All or one of the users must approve; `allow_bypass` lets them merge regardless */
  rule: "require_specific_reviewers" | "require_one_of_specific_reviewers" | "allow_bypass";
  /** Ids of the users it names */
  users: Array<string>;
} | {
  /** What a change request needs before it is merged; `require_agent_review` is met by a current verdict that an agent gave with a tool, acting as a user who did not write it */
  rule: "require_at_least_one_review" | "require_at_least_one_approved_review" | "require_all_reviews_approved" | "require_agent_review" | "require_up_to_date_change_request" | "require_change_request_subject" | "require_change_request_description" | "require_author_to_merge";
} | {
  /** A condition written out */
  rule: "custom";
  /** Must be true for a change request to be merged */
  expression: string;
  /** What it says when it refuses */
  message?: string | undefined;
};

export type MonospaceFont = "FiraCode" | "IBMPlexMono" | "JetBrainsMono" | "SourceCodePro" | "RobotoMono" | "SpaceMono" | "DMMono" | "Inconsolata" | {
  /** Name of this definition, unique among all fonts */
  id: string;
  /** False when the platform provides the font */
  custom: boolean;
  /** Family name as used in style sheets */
  fontFamily: string;
  /** One entry for each weight */
  fontFaces: Array<{
    /** 400 is regular, 700 bold */
    weight: number;
    /** Files of this weight; browsers take the first they can read */
    sources: Array<{
      /** Address of the font file */
      url: string;
      /** Format of the font file */
      format?: "woff2" | "woff" | undefined;
    }>;
  }>;
};

export type NewFile = {
  /** File name with its ending */
  name: string;
  /** Name for this request alone: pages of it may link to `./<ref>` */
  ref?: string | undefined;
  /** Media type such as `image/png`; needed with base64 */
  contentType?: string | undefined;
  /** Where the service fetches the bytes */
  url?: string | undefined;
  /** The bytes, at most 1 MB */
  base64?: string | undefined;
};

export type OpenAPISource = {
  /** Where the service fetches it */
  url?: string | undefined;
  /** The specification itself in JSON or YAML, instead of url */
  text?: string | undefined;
};

export type OpenAPISpec = {
  /** Always `openapi-spec` */
  object: "openapi-spec";
  /** Unique within the organization */
  id: string;
  /** When it was added */
  createdAt: string;
  /** When its source, visibility or version last changed */
  updatedAt: string;
  /** Name of the specification, unique in the organization */
  slug: string;
  /** Where it is fetched from; absent when submitted as text */
  sourceURL?: string | undefined;
  /** `complete` also after a failure */
  processingState: "pending" | "progress" | "complete";
  visibility?: OpenAPIVisibility | undefined;
  /** Id of the newest version; absent before the first */
  lastVersion?: string | undefined;
  /** When its source was last fully processed */
  lastProcessedAt?: string | undefined;
  /** Why the last processing failed; absent when it worked */
  lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR" | undefined;
  /** What the last processing found wrong */
  lastProcessedErrors?: Array<{
    /** Description of the problem */
    message: string;
    /** Kind of error, as the parser names it */
    code?: string | undefined;
  }> | undefined;
  /** How many were found, including those not listed */
  lastProcessedErrorCount?: number | undefined;
  /** What the caller may do with it */
  permissions: {
    /** The caller may read it */
    view: boolean;
    /** The caller may change or delete it */
    edit: boolean;
  };
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Its page in the web app */
    app: string;
    /** Its public link; absent while private */
    published?: string | undefined;
  };
};

export type OpenAPISpecContent = {
  /** Files of the specification, the entry file first. Other services may return an object instead of a list */
  filesystem: Array<{
    /** Folder of the file, relative to that of the entry file */
    dir: string;
    /** Whether the specification begins in this file */
    isEntrypoint: boolean;
    /** Names of files that were looked up from this one; may be empty */
    references: Array<string>;
    /** Path of the file, relative to the folder of the entry file */
    filename: string;
    /** Parsed content of the file; with several files, each `$ref` names a file by its `filename` */
    specification: unknown;
  }> | { [name: string]: unknown };
  /** Where the content can be downloaded */
  url: string;
  /** The same as `url`, by audience */
  urls?: {
    /** Where the content can be downloaded by those who may read it */
    source: string;
    /** Where anyone can download it; null while private */
    public: string | null;
  } | undefined;
};

export type OpenAPISpecText = {
  /** Exactly as it was fetched or submitted */
  text: string;
  /** Syntax of the text */
  format: "json" | "yaml";
};

export type OpenAPISpecVersion = {
  /** Always `openapi-spec-version` */
  object: "openapi-spec-version";
  /** Unique within the specification */
  id: string;
  /** When this version was first seen */
  createdAt?: string | undefined;
  /** Where its content can be downloaded */
  url: string;
  /** What differs from the previous version; absent in the first, in lists, and if the service does not provide it */
  changes?: {
    /** Operations added */
    added: number;
    /** Operations removed */
    removed: number;
    /** Operations changed */
    changed: number;
    /** Operations for which a client of the previous version may fail */
    breaking: number;
    /** The operations, breaking changes first; at most 300 */
    operations: Array<{
      /** Method in lower case */
      method: string;
      /** Path as the specification has it */
      path: string;
      /** What happened to it */
      change: "added" | "removed" | "changed";
      /** A client of the previous version may fail */
      breaking: boolean;
      /** What differs in a changed one, breaking differences first */
      details?: Array<string> | undefined;
    }>;
  } | undefined;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
  };
};

/** `public` opens the specification to anyone with its link */
export type OpenAPIVisibility = "private" | "public";

export type Organization = {
  /** Always `organization` */
  object: "organization";
  /** Unique everywhere */
  id: string;
  /** Display name */
  title: string;
  /** When it was created */
  createdAt: string;
  /** Users with a verified address in one of these domains may join */
  emailDomains: Array<string>;
  /** Where its content is published unless a site has its own host name */
  hostname?: string | undefined;
  /** `community` is for projects that do not pay */
  type: "business" | "community";
  /** What it was created for, if stated */
  useCase?: OrganizationUseCase | undefined;
  /** Kind of community, for the type `community` */
  communityType?: "nonProfit" | "openSource" | "education" | undefined;
  /** Role new members get; null makes them guests */
  defaultRole?: MemberRole | undefined;
  /** What members see first */
  defaultContent?: {
    /** Always `site` */
    type: "site";
    /** Id of the site */
    site: string;
  } | undefined;
  /** Everyone must sign in through its SAML provider */
  sso?: boolean | undefined;
  /** Features that use language models are on */
  ai?: boolean | undefined;
  /** Invite links can be created and used */
  inviteLinks: boolean;
  /** What spaces without their own rules require before a merge */
  mergeRules: OrganizationMergeRules;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Its page in the web app */
    app: string;
    /** Its picture; absent where it has none */
    logo?: string | undefined;
  };
  /** Host name of its own where its content is published */
  customHostname?: string | undefined;
  /** Present while it is blocked */
  blocked?: {
    /** Who or what blocked it */
    source?: "backoffice" | "external" | "internal" | undefined;
    /** Why it was blocked */
    reason: string;
  } | undefined;
  /** Product the organization uses */
  plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro" | "internal";
  /** Only for those who may see it */
  billing?: Billing | undefined;
  /** Status of its free trial */
  trial: {
    /** `none` can still be started; `expired` awaits the organization's decision */
    status: "notapplicable" | "none" | "active" | "ended" | "expired";
    /** How many trials it has used */
    count: number;
    /** When the newest trial ends or ended */
    endDate?: string | undefined;
    /** What was decided at the trial's end */
    decision?: "downgrade" | undefined;
  };
  /** Only while it moves to new prices */
  internal_billingMigration?: {
    /** When it is moved to the new prices at the latest */
    deadline?: string | undefined;
    /** Discount for moving early */
    discountPercent?: number | undefined;
    /** When the discount ends */
    discountEndDate?: string | undefined;
  } | undefined;
  /** What the caller may do in it */
  permissions: {
    /** The caller may see it */
    view: boolean;
    /** The caller may open it in the web app */
    access?: boolean | undefined;
    /** The caller may change its settings and members */
    admin: boolean;
    /** The caller owns a team in it */
    ownTeam: boolean;
    /** The caller may create spaces and collections */
    createContent: boolean;
    /** The caller may add OpenAPI specifications */
    createOpenAPISpec: boolean;
    /** The caller may submit support conversations */
    ingestConversations?: boolean | undefined;
    /** The caller may see what it pays */
    viewBilling: boolean;
    /** The caller may list its members */
    listMembers: boolean;
    /** The caller may list its teams */
    listTeams: boolean;
    /** The caller may list its integrations */
    listIntegrations: boolean;
    /** The caller may list what is installed in it */
    listInstallations: boolean;
    /** The caller may install integrations */
    installIntegration: boolean;
  };
};

export type OrganizationInvite = {
  /** Always `invite` */
  object: "invite";
  /** Secret of the link: anyone who has it can join */
  id: string;
  /** The caller already has everything it grants */
  redundant: boolean;
  /** Role that it grants in the organization; null makes guests */
  role: MemberRole;
  /** Who it is for; its `id` then cannot be used to join, only to change or delete it */
  email?: string | undefined;
  /** When it can no longer be accepted; absent for links */
  expiresAt?: string | undefined;
  /** State of the message; `shown` if the inviter got the URL to pass on */
  delivery?: "waiting" | "sent" | "failed" | "shown" | undefined;
  /** Why the message could not be sent */
  failure?: string | undefined;
};

export type OrganizationMergeRules = {
  /** Its own rules */
  type: "rules";
  /** All must hold for a merge */
  rules: Array<MergeRule>;
} | {
  /** Anyone who may merge does so at any time */
  type: "none";
};

export type OrganizationUseCase = "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";

export type Page = {
  /** Stays the same when the page is moved or renamed */
  id: string;
  /** Title above the page */
  title: string;
  /** Older name of `type`; computed pages have none */
  kind?: "sheet" | "group" | "link" | undefined;
  /** `group` has no text, `computed` stands for pages still to be computed */
  type: PageType;
  /** Title in the table of contents where it differs */
  linkTitle?: string | undefined;
  /** Emoji before the title */
  emoji?: string | undefined;
  /** Name of the icon before the title */
  icon?: string | undefined;
  /** When it was created; absent until first edited */
  createdAt?: string | undefined;
  /** When it was last edited; absent until first edited */
  updatedAt?: string | undefined;
  /** Where to find it */
  urls?: {
    /** Its page in the web app */
    app: string;
  } | undefined;
  /** Last segment of the path */
  slug?: string | undefined;
  /** Slugs from the root, joined by `/` */
  path?: string | undefined;
  /** Line below the title */
  description?: string | undefined;
  /** Expression that says who sees the page; absent for all */
  condition?: string | undefined;
  /** What is shown around the text */
  layout?: {
    /** Width of the text */
    width: "default" | "wide";
    /** Show the cover */
    cover: boolean;
    /** Size of the cover */
    coverSize: "hero" | "full" | "background";
    /** How the cover's edges fade */
    coverMask?: "none" | "radial" | undefined;
    /** Show the title */
    title: boolean;
    /** Show the description */
    description: boolean;
    /** Show the pages of the space next to the text */
    tableOfContents: boolean;
    /** Show the headings of the page next to the text */
    outline: boolean;
    /** Link to the pages before and after */
    pagination: boolean;
    /** Show when and by whom it was last changed */
    metadata: boolean;
    /** Show the tags */
    tags?: boolean | undefined;
    /** Show the page's actions */
    actions?: boolean | undefined;
    /** Show links to headings */
    anchors?: boolean | undefined;
  } | undefined;
  /** Picture at the top of the page */
  cover?: {
    /** The picture */
    ref?: FileReference | UrlReference | undefined;
    /** The picture in dark mode; the default one when absent */
    refDark?: FileReference | UrlReference | undefined;
    /** Color of text on the picture */
    textColor?: "black" | "white" | undefined;
    /** Color of text on the picture in dark mode */
    textColorDark?: "black" | "white" | undefined;
    /** Shifts the picture up or down; 0 when absent */
    yPos?: number | undefined;
    /** Pixels, from 10 to 700; 240 when absent */
    height?: number | undefined;
  } | undefined;
  /** Values that only this page uses, by name */
  variables?: Variables | undefined;
  /** Left out of the table of contents */
  hidden?: boolean | undefined;
  /** Left out of search */
  noIndex?: boolean | undefined;
  /** Search engines are requested to leave it out */
  noRobotsIndex?: boolean | undefined;
  /** Other forms of the page that search engines are pointed to */
  metaLinks?: PageMetaLinks | undefined;
  /** Source file of the page */
  git?: GitBlob | undefined;
  /** Labels it carries */
  tags?: Array<{
    /** Which tag */
    tag: ContentReference;
    /** The tag shown first */
    primary?: boolean | undefined;
  }> | undefined;
  /** Where a link page leads */
  target?: ContentReference | undefined;
  /** Address a link page leads to */
  href?: string | undefined;
  /** Names the document that holds its body; absent when empty */
  documentId?: string | undefined;
  /** How it is computed; absent when it is written */
  computed?: ComputedSource | undefined;
  /** Seed of the ids within computed content */
  computedSeed?: string | undefined;
  /** Pages below it, in order, without bodies */
  pages?: Array<PageSummary> | undefined;
  /** The body, where the format is `markdown` */
  markdown?: string | undefined;
  /** The body, where the format is `document` */
  document?: RichDocument | undefined;
  /** What `evaluated` and `dereferenced` could not replace; absent when nothing was left */
  unresolved?: Array<UnresolvedPart> | undefined;
};

export type PageMetaLinks = {
  /** The page that counts as the original */
  canonical?: PageReference | UrlReference | undefined;
  /** The same in other languages or versions */
  alternates?: Array<PageReference | UrlReference> | undefined;
};

export type PageReference = {
  /** A page of a space */
  kind: "page";
  /** Id of the page */
  page: string;
  /** Id of its space; the referring space when left out */
  space?: string | undefined;
};

export type PageResult = {
  /** Id of the page */
  id: string;
  /** Title above the page */
  title: string;
  /** Line below the title */
  description?: string | undefined;
  /** Slugs from the root, joined by `/` */
  path: string;
  /** How well it matches; comparable only within one response */
  score?: number | undefined;
  /** Position in the whole list, from 1 */
  rank?: number | undefined;
  /** Whether the title and description matched, or a section */
  resultType?: "page" | "section" | undefined;
  /** Sections that match, best first */
  sections?: Array<{
    /** Anchor of the section, unique within the page */
    id: string;
    /** Heading of the section */
    title: string;
    /** Page path with the section's anchor */
    path: string;
    /** The passage that matched, as it reads on the page, on one line */
    body: string;
    /** What matched in `body`, in UTF-16 units from its beginning */
    highlights?: Array<{
      /** Where it begins */
      start: number;
      /** Where it ends, exclusive */
      end: number;
    }> | undefined;
    /** How well it matches; comparable only within one response */
    score?: number | undefined;
    /** `page` where only the page's title or description matched */
    resultType?: "page" | "section" | undefined;
    /** Where to find it */
    urls: {
      /** Its location in the web app */
      app: string;
    };
  }> | undefined;
  /** Pages above it, from the root down */
  ancestors: Array<{
    /** Title of that page */
    title: string;
  }>;
  /** Where to find it */
  urls: {
    /** Its location in the web app */
    app: string;
  };
};

export type PageSummary = {
  /** Stays the same when the page is moved or renamed */
  id: string;
  /** Title above the page */
  title: string;
  /** Older name of `type`; computed pages have none */
  kind?: "sheet" | "group" | "link" | undefined;
  /** `group` has no text, `computed` stands for pages still to be computed */
  type: PageType;
  /** Title in the table of contents where it differs */
  linkTitle?: string | undefined;
  /** Emoji before the title */
  emoji?: string | undefined;
  /** Name of the icon before the title */
  icon?: string | undefined;
  /** When it was created; absent until first edited */
  createdAt?: string | undefined;
  /** When it was last edited; absent until first edited */
  updatedAt?: string | undefined;
  /** Where to find it */
  urls?: {
    /** Its page in the web app */
    app: string;
  } | undefined;
  /** Last segment of the path */
  slug?: string | undefined;
  /** Slugs from the root, joined by `/` */
  path?: string | undefined;
  /** Line below the title */
  description?: string | undefined;
  /** Expression that says who sees the page; absent for all */
  condition?: string | undefined;
  /** What is shown around the text */
  layout?: {
    /** Width of the text */
    width: "default" | "wide";
    /** Show the cover */
    cover: boolean;
    /** Size of the cover */
    coverSize: "hero" | "full" | "background";
    /** How the cover's edges fade */
    coverMask?: "none" | "radial" | undefined;
    /** Show the title */
    title: boolean;
    /** Show the description */
    description: boolean;
    /** Show the pages of the space next to the text */
    tableOfContents: boolean;
    /** Show the headings of the page next to the text */
    outline: boolean;
    /** Link to the pages before and after */
    pagination: boolean;
    /** Show when and by whom it was last changed */
    metadata: boolean;
    /** Show the tags */
    tags?: boolean | undefined;
    /** Show the page's actions */
    actions?: boolean | undefined;
    /** Show links to headings */
    anchors?: boolean | undefined;
  } | undefined;
  /** Picture at the top of the page */
  cover?: {
    /** The picture */
    ref?: FileReference | UrlReference | undefined;
    /** The picture in dark mode; the default one when absent */
    refDark?: FileReference | UrlReference | undefined;
    /** Color of text on the picture */
    textColor?: "black" | "white" | undefined;
    /** Color of text on the picture in dark mode */
    textColorDark?: "black" | "white" | undefined;
    /** Shifts the picture up or down; 0 when absent */
    yPos?: number | undefined;
    /** Pixels, from 10 to 700; 240 when absent */
    height?: number | undefined;
  } | undefined;
  /** Values that only this page uses, by name */
  variables?: Variables | undefined;
  /** Left out of the table of contents */
  hidden?: boolean | undefined;
  /** Left out of search */
  noIndex?: boolean | undefined;
  /** Search engines are requested to leave it out */
  noRobotsIndex?: boolean | undefined;
  /** Other forms of the page that search engines are pointed to */
  metaLinks?: PageMetaLinks | undefined;
  /** Source file of the page */
  git?: GitBlob | undefined;
  /** Labels it carries */
  tags?: Array<{
    /** Which tag */
    tag: ContentReference;
    /** The tag shown first */
    primary?: boolean | undefined;
  }> | undefined;
  /** Where a link page leads */
  target?: ContentReference | undefined;
  /** Address a link page leads to */
  href?: string | undefined;
  /** Names the document that holds its body; absent when empty */
  documentId?: string | undefined;
  /** How it is computed; absent when it is written */
  computed?: ComputedSource | undefined;
  /** Seed of the ids within computed content */
  computedSeed?: string | undefined;
  /** Pages below it, in order */
  pages?: Array<PageSummary> | undefined;
};

export type PageTree = {
  /** Pages at the root, each with those below it */
  pages: Array<PageSummary>;
};

export type PageType = "document" | "group" | "link" | "computed";

export type Pdf = {
  /** Temporary address of the PDF, good for an hour */
  url: string;
};

export type PublishOutcome = Site | {
  /** The plan does not cover it: nothing was published */
  type: "checkout";
  /** Payment session for a person to finish */
  sessionId: string;
};

export type PublishedContent = {
  /** Into the web app, to another address of the site, or out of it */
  target: "application" | "content" | "external";
  /** Which site sends there; given with `external` */
  site?: string | undefined;
  /** Where to send the reader */
  redirect: string;
} | {
  /** Id of the site */
  site: string;
  /** Section of the site; absent in sites without sections */
  siteSection?: string | undefined;
  /** Id of the site space */
  siteSpace: string;
  /** The space it shows */
  space: string;
  /** Change request that the address previews */
  changeRequest?: string | undefined;
  /** Revision that the address previews */
  revision?: string | undefined;
  /** Path of the page below `basePath`; the page may not exist */
  pathname: string;
  /** Path of the site space in the address given */
  basePath: string;
  /** Path of the site's root in the address given */
  siteBasePath: string;
  /** Reads what the visitor may see at this address, for at least an hour; a JWT that is the same for some minutes */
  apiToken: string;
  /** Organization that owns the site */
  organization: string;
  /** Secret of the share link in the address */
  shareKey?: string | undefined;
  /** No further segment of the address could name a section or variant */
  complete: boolean;
  /** Changes with the visitor's proved attributes; for caches */
  contextId?: string | undefined;
  /** The canonical URL of this location */
  canonicalUrl: string;
  /** Whether the address is one of a preview */
  preview?: boolean | undefined;
};

export type PublishedSite = {
  /** Always `published-content-site` */
  object: "published-content-site";
  /** The site itself */
  site: Site;
  /** Its navigation */
  structure: SiteStructure;
  /** How it looks */
  customizations: {
    /** Of the site as a whole */
    site: SiteCustomization;
    /** Of single site spaces, by their id */
    siteSpaces: { [name: string]: SiteCustomization };
  };
  /** Scripts that integrations put into every page */
  scripts: Array<{
    /** Address of the script */
    script: string;
    /** Policy the page must have for it */
    contentSecurityPolicy?: string | undefined;
    /** It may set cookies, so that visitors have to be asked */
    cookies: boolean;
  }>;
};

export type PublishingAuth = {
  /** Always `publishing-auth` */
  object: "publishing-auth";
  /** Who signs visitors in: your own server or an integration */
  backend: AuthBackend;
  /** Secret that signs visitors' tokens; never show it */
  privateKey: string;
  /** Where visitors are sent when signing in fails */
  fallbackURL?: string | undefined;
  /** Where visitors are signed out, with `custom` */
  logoutURL?: string | undefined;
  /** Name of the integration that signs visitors in */
  integration?: string | undefined;
};

export type RedirectChange = {
  /** Path to redirect; with `intent` it names the redirect */
  source: string;
  /** Write the live one, write the draft, or make the draft live */
  intent?: "live" | "draft" | "publish" | undefined;
  /** Add what the `*` matched to the destination */
  captureWildcard?: boolean | undefined;
  /** Let browsers remember it; kept when left out */
  permanent?: boolean | undefined;
  /** Null deletes it; left out only with `publish` */
  destination?: RedirectTarget | null | undefined;
};

export type RedirectOutcome = {
  /** What was done with this one */
  status: "created" | "updated" | "deleted" | "published" | "error";
  /** Which redirect it is about */
  source: string;
  /** Whether it is about the draft */
  draft: boolean;
  /** The redirect; absent when deleted or failed */
  id?: string | undefined;
  /** Why it failed, with `error` */
  error?: string | undefined;
};

export type RedirectPlace = {
  /** To a section of the site */
  kind: "site-section";
  /** Section of the site */
  siteSectionId: string;
} | {
  /** To a space in the site */
  kind: "site-space";
  /** Site space: a space's place in a site, not the space itself */
  siteSpaceId: string;
} | {
  /** To a page, wherever it moves */
  kind: "site-page";
  /** Site space: a space's place in a site, not the space itself */
  siteSpaceId: string;
  /** Page */
  pageId: string;
} | {
  /** To another site */
  kind: "external";
  /** Address to send readers to */
  url: string;
};

export type RedirectTarget = {
  /** To a section of the site */
  kind: "site-section";
  /** Section of the site */
  siteSectionId: string;
} | {
  /** To a space in the site */
  kind: "site-space";
  /** Site space: a space's place in a site, not the space itself */
  siteSpaceId: string;
} | {
  /** To a page, wherever it moves */
  kind: "site-page";
  /** Site space: a space's place in a site, not the space itself */
  siteSpaceId: string;
  /** Page */
  pageId: string;
} | {
  /** To another site */
  kind: "external";
  /** Address to send readers to */
  url: string;
} | {
  /** To the page that has a path now */
  kind: "path";
  /** Space */
  spaceId: string;
  /** The page's slugs from the root of the space, joined by `/` */
  path: string;
};

export type RequestedReviewer = {
  /** Always `change-request-requested-reviewer` */
  object: "change-request-requested-reviewer";
  /** Revision of the change request when the review was requested */
  revision: string;
  /** Who asked */
  requestedBy: User;
  /** When the review was requested */
  createdAt: string;
  /** A user is to review */
  kind: "user";
  /** Who is to review */
  user: User;
} | {
  /** Always `change-request-requested-reviewer` */
  object: "change-request-requested-reviewer";
  /** Revision of the change request when the review was requested */
  revision: string;
  /** Who asked */
  requestedBy: User;
  /** When the review was requested */
  createdAt: string;
  /** A team is to review */
  kind: "team";
  /** The team, of which one member is to review */
  team: {
    /** Always `team` */
    object: "team";
    /** Id of the team */
    id: string;
  };
};

export type ResolvedRedirect = {
  /** The redirect that matches the path */
  redirect: SiteRedirect;
  /** Where it leads now, as an address */
  target: string;
};

export type ResolvedReference = {
  /** A file of a space */
  kind: "file";
  /** Organization that it belongs to */
  organization: Organization;
  /** Space that it is in */
  space: Space;
  /** Version it was found in */
  versionContext?: {
    /** A revision of the space */
    type: "revision";
    /** The revision it was found in, without its pages, files and reusable contents */
    revision: Revision;
  } | {
    /** A draft of the space */
    type: "changeRequest";
    /** The change request it was found in */
    changeRequest: ChangeRequest;
  } | undefined;
  /** The file */
  file: File;
} | {
  /** A location outside the platform */
  kind: "url";
  /** Where it leads, as written */
  url: string;
} | {
  /** A page of a space, or a location in it */
  kind: "page";
  /** Organization that it belongs to */
  organization: Organization;
  /** Space that it is in */
  space: Space;
  /** Version it was found in */
  versionContext?: {
    /** A revision of the space */
    type: "revision";
    /** The revision it was found in, without its pages, files and reusable contents */
    revision: Revision;
  } | {
    /** A draft of the space */
    type: "changeRequest";
    /** The change request it was found in */
    changeRequest: ChangeRequest;
  } | undefined;
  /** The page alone: without its body, `pages` empty */
  page: PageSummary;
  /** Location within the page; absent for the page as a whole */
  internalLocation?: {
    /** A heading or named block */
    type: "anchor";
    /** Anchor, without the `#` */
    anchor: string;
  } | {
    /** A block of the document */
    type: "node";
    /** Key of the block */
    node: string;
  } | undefined;
} | {
  /** A person */
  kind: "user";
  /** The user */
  user: User;
} | {
  /** A collection of spaces */
  kind: "collection";
  /** Organization that it belongs to */
  organization: Organization;
  /** The collection */
  collection: Collection;
} | {
  /** A space as a whole */
  kind: "space";
  /** Organization that it belongs to */
  organization: Organization;
  /** The space */
  space: Space;
} | {
  /** A passage that several pages include */
  kind: "reusable-content";
  /** Organization that it belongs to */
  organization: Organization;
  /** Space that it is in */
  space: Space;
  /** Version it was found in */
  versionContext?: {
    /** A revision of the space */
    type: "revision";
    /** The revision it was found in, without its pages, files and reusable contents */
    revision: Revision;
  } | {
    /** A draft of the space */
    type: "changeRequest";
    /** The change request it was found in */
    changeRequest: ChangeRequest;
  } | undefined;
  /** The passage, without its body */
  reusableContent: ReusableContent;
} | {
  /** An OpenAPI specification of the organization */
  kind: "openapi";
  /** Organization that it belongs to */
  organization: Organization;
  /** The specification */
  openAPISpec: OpenAPISpec;
};

export type ReusableContent = {
  /** Stays the same from revision to revision */
  id: string;
  /** Name that editors see */
  title: string;
  /** Source file of the passage */
  git?: GitBlob | undefined;
  /** How it is computed; absent when it is written */
  computed?: ComputedSource | undefined;
  /** Seed of the ids within computed content */
  computedSeed?: string | undefined;
  /** The body, where one passage is read */
  markdown?: string | undefined;
  /** Names the document that holds its body; absent when empty */
  document?: string | undefined;
};

export type Review = {
  /** Always `change-request-review` */
  object: "change-request-review";
  /** Unique within the change request */
  id: string;
  /** Revision of the change request that was reviewed */
  revision: string;
  /** Who reviewed */
  reviewer: User;
  /** Who requested the review; absent if no one did */
  requestedBy?: User | undefined;
  /** The verdict */
  status: ReviewStatus;
  /** A newer review or request of the same reviewer replaced it, or it approved content that was edited since */
  outdated: boolean;
  /** The agent that reviewed as the reviewer, with a tool; absent if the reviewer did without one */
  agent?: {
    /** What it calls itself; absent if it does not say */
    name?: string | undefined;
  } | undefined;
  /** What the reviewer wrote with the verdict */
  comment?: Comment | undefined;
  /** When it was submitted */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
  };
};

export type ReviewStatus = "changes-requested" | "approved";

export type Revision = {
  /** Always `revision` */
  object: "revision";
  /** Permanent id of this state of the content */
  id: string;
  /** What made it; `update` brought a space's content into a change request */
  type: "edits" | "merge" | "rollback" | "update" | "computed";
  /** Ids of the revisions it was created from */
  parents: Array<string>;
  /** The change request whose merge made it */
  mergedFrom?: ChangeRequest | undefined;
  /** With `computed`: id of the revision it was computed from */
  sourceRevision?: string | undefined;
  /** Pages at the root, each with those below it */
  pages: Array<PageSummary>;
  /** All files of the space */
  files: Array<File>;
  /** Passages that several pages include */
  reusableContents: Array<ReusableContent>;
  /** Values that all pages may use, by name */
  variables?: Variables | undefined;
  /** Labels that pages may carry */
  tags?: Array<{
    /** Name that pages refer to it by; never changes */
    slug: string;
    /** What readers see */
    label: string;
    /** Name of the color it is shown in */
    color: string;
    /** Emoji before the label */
    emoji?: string | undefined;
    /** Name of the icon before the label */
    icon?: string | undefined;
  }> | undefined;
  /** When it was created */
  createdAt: string;
  /** The commit it came from or was exported as */
  git?: GitCommit | undefined;
  /** Where to find it */
  urls: {
    /** Its page in the web app */
    app: string;
    /** Where it is published */
    published?: string | undefined;
    /** Where it is published, while open to everyone */
    public?: string | undefined;
  };
};

export type RichDocument = {
  /** Always `document` */
  object: "document";
  /** Facts about the document as a whole */
  data: {
    /** Version of the block types in use */
    schemaVersion?: number | undefined;
  };
  /** Blocks, in order */
  nodes: Array<{
    /** `block` at the top; `inline` and `text` further down */
    object: string;
    /** Kind of block, such as `paragraph` */
    type?: string | undefined;
    /** Names the block within the document */
    key?: string | undefined;
    /** It holds no text */
    isVoid?: boolean | undefined;
    /** Settings of the block, by its type */
    data?: {
      /** Alignment of its text, such as `start` */
      align?: string | undefined;
    } | undefined;
    /** Blocks, inlines and texts in it, in order */
    nodes?: Array<{ [name: string]: unknown }> | undefined;
  }>;
  /** Added on reading; not part of the document */
  meta?: {
    /** Lets the reader load what the document embeds */
    token?: string | undefined;
  } | undefined;
};

export type Role = "admin" | "create" | "review" | "edit" | "comment" | "read";

export type RoleSource = {
  /** `administrator`: administers the organization. `user` or `team`: granted in the space to the user, or to a team of theirs. `organization`: the role in the organization, which the space inherits. `default_level`: what the space grants every member */
  kind: "administrator" | "user" | "team" | "organization" | "default_level";
  /** The team that it was granted to, if any */
  team?: {
    /** Id of the team */
    id: string;
    /** Name of the team */
    title: string;
  } | undefined;
};

export type SamlProvider = {
  /** Always `saml-provider` */
  object: "saml-provider";
  /** Unique within the organization */
  id: string;
  /** Name on the button of the sign-in page */
  label: string;
  /** Where the identity provider takes users to sign in */
  ssoURL: string;
  /** Entity ID of the identity provider */
  entityID: string;
  /** The identity provider's signing certificate, in PEM */
  certificate: string;
  /** Team that users join on their first sign-in */
  defaultTeam?: Team | undefined;
  /** Role of users on their first sign-in; null makes guests */
  defaultRole: MemberRole;
  /** When it was added */
  createdAt: string;
  /** `pending` is not fully configured: no one can sign in with it yet */
  status: "active" | "pending";
  /** What to enter at the identity provider */
  service: {
    /** Where the identity provider sends its assertions */
    acsURL: string;
    /** Where a sign-in begins */
    startURL: string;
    /** Name of this service */
    entityID: string;
  };
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
  };
};

export type SearchStyle = "prominent" | "subtle";

export type SemanticChange = {
  /** A page was added */
  type: "page_created";
  /** The page */
  page: ChangedPage;
} | {
  /** A page was changed in place */
  type: "page_edited";
  /** The page */
  page: ChangedPage;
  /** Changed members with their value before and after */
  attributes: { [name: string]: {
    /** Absent where it was not set */
    before?: unknown | undefined;
    /** Absent where it is no longer set */
    after?: unknown | undefined;
  } };
} | {
  /** A page was removed */
  type: "page_deleted";
  /** The page */
  page: ChangedPage;
} | {
  /** A page has another parent or position */
  type: "page_moved";
  /** The page */
  page: ChangedPage;
  /** The page above it */
  parent: {
    /** Absent where it was at the root */
    before?: ChangedPage | undefined;
    /** Absent where it is at the root */
    after?: ChangedPage | undefined;
  };
} | {
  /** A file was added */
  type: "file_created";
  /** The file */
  file: {
    /** Id of the file */
    id: string;
    /** File name with its ending */
    name: string;
    /** Media type, such as `image/png` */
    contentType: string;
    /** Temporary URL of the bytes */
    downloadURL: string;
  };
} | {
  /** A file was replaced or renamed */
  type: "file_edited";
  /** The file */
  file: {
    /** Id of the file */
    id: string;
    /** File name with its ending */
    name: string;
    /** Media type, such as `image/png` */
    contentType: string;
    /** Temporary URL of the bytes */
    downloadURL: string;
  };
  /** Changed members with their value before and after */
  attributes: { [name: string]: {
    /** Absent where it was not set */
    before?: unknown | undefined;
    /** Absent where it is no longer set */
    after?: unknown | undefined;
  } };
} | {
  /** A file was removed */
  type: "file_deleted";
  /** The file */
  file: {
    /** Id of the file */
    id: string;
    /** File name with its ending */
    name: string;
    /** Media type, such as `image/png` */
    contentType: string;
    /** Temporary URL of the bytes */
    downloadURL: string;
  };
} | {
  /** Variables of the space were set, changed or removed */
  type: "variables_edited";
  /** Changed variables with their value before and after */
  variables: { [name: string]: {
    /** Absent where it was not set */
    before?: unknown | undefined;
    /** Absent where it is no longer set */
    after?: unknown | undefined;
  } };
} | {
  /** A reusable passage was added */
  type: "reusable_content_created";
  /** The passage */
  reusableContent: {
    /** Id of the reusable content */
    id: string;
    /** Name that editors see */
    title: string;
    /** Names the document that holds its body */
    document?: string | undefined;
  };
} | {
  /** A reusable passage was changed */
  type: "reusable_content_edited";
  /** The passage */
  reusableContent: {
    /** Id of the reusable content */
    id: string;
    /** Name that editors see */
    title: string;
    /** Names the document that holds its body */
    document?: string | undefined;
  };
  /** Changed members with their value before and after */
  attributes: { [name: string]: {
    /** Absent where it was not set */
    before?: unknown | undefined;
    /** Absent where it is no longer set */
    after?: unknown | undefined;
  } };
} | {
  /** A reusable passage was removed */
  type: "reusable_content_deleted";
  /** The passage */
  reusableContent: {
    /** Id of the reusable content */
    id: string;
    /** Name that editors see */
    title: string;
    /** Names the document that holds its body */
    document?: string | undefined;
  };
} | {
  /** A tag was added */
  type: "tag_created";
  /** The tag */
  tag: {
    /** What pages name it by */
    slug: string;
    /** What readers see */
    label: string;
  };
} | {
  /** A tag was changed */
  type: "tag_edited";
  /** The tag */
  tag: {
    /** What pages name it by */
    slug: string;
    /** What readers see */
    label: string;
  };
  /** Changed members with their value before and after */
  attributes: { [name: string]: {
    /** Absent where it was not set */
    before?: unknown | undefined;
    /** Absent where it is no longer set */
    after?: unknown | undefined;
  } };
} | {
  /** A tag was removed */
  type: "tag_deleted";
  /** The tag */
  tag: {
    /** What pages name it by */
    slug: string;
    /** What readers see */
    label: string;
  };
};

export type SemanticChanges = {
  /** The change request whose merge made the revision */
  mergedFrom?: ChangeRequest | undefined;
  /** What was done, one entry for each thing touched */
  changes: Array<SemanticChange>;
  /** Changes left out because of the limit */
  more?: number | undefined;
  /** Of a change request: passages to resolve after an update, until their pages are edited */
  conflicts?: Array<MergeConflict> | undefined;
  /** Of a change request: unfinished work that will write its result into it, up to 100 */
  unfinished?: Array<UnfinishedWork> | undefined;
  /** Of a change request that is open or a draft: what would happen if the caller merged it now */
  merge?: MergePreview | undefined;
};

export type ServiceInformation = {
  /** Release that is running */
  version: string;
  /** When that release was made, in ISO 8601 */
  build: string;
};

export type SettableStatus = "draft" | "open" | "archived";

export type ShareLink = {
  /** Always `share-link` */
  object: "share-link";
  /** Not the secret of its address */
  id: string;
  /** When it was created */
  createdAt: string;
  /** Who or what it is for */
  name?: string | undefined;
  /** When it is off, its address does not work */
  active?: boolean | undefined;
  /** Where it leads */
  urls: {
    /** Its address in the API */
    location?: string | undefined;
    /** Address with the secret; absent while unpublished */
    published?: string | undefined;
  };
};

export type SidebarBackground = "default" | "filled";

export type SidebarList = "default" | "pill" | "line";

export type Site = {
  /** Always `site` */
  object: "site";
  /** Unique within the organization */
  id: string;
  /** Plan that was chosen */
  type: SiteType;
  /** Plan in force, which a trial or sponsorship can change */
  appliedType?: SiteType | undefined;
  /** Name of the site */
  title: string;
  /** Null or absent when it has none */
  icon?: {
    /** Addresses of the images; absent with an emoji */
    icon?: {
      /** Image for light backgrounds */
      light: string;
      /** Image for dark backgrounds */
      dark: string;
    } | undefined;
    /** Shown instead of an image */
    emoji?: string | undefined;
  } | null | undefined;
  /** Custom hostname, such as docs.company.com */
  hostname?: string | undefined;
  /** First path segment of its address on a shared host */
  basename?: string | undefined;
  /** Set when the site is served below another host's path */
  proxy?: {
    /** Host and path readers use, such as company.com/docs */
    origin: string;
    /** Where that host must send the requests */
    target: string;
  } | undefined;
  /** Audience once published; `unlisted` is public without search engines */
  visibility: SiteVisibility;
  /** Role of members without a grant of their own; null is none */
  defaultLevel?: DefaultLevel | undefined;
  /** What the caller may do with it */
  permissions?: {
    /** The caller may see it */
    view: boolean;
    /** The caller may open it in the web app */
    access: boolean;
    /** The caller may edit its content */
    edit: boolean;
    /** The caller may publish content and change the structure */
    create: boolean;
    /** The caller may administer and publish it */
    admin: boolean;
    /** The caller may install integrations on it */
    installIntegration: boolean;
    /** The caller may read the adaptive schema */
    viewAdaptiveSchema: boolean;
    /** The caller may replace the adaptive schema */
    editAdaptiveSchema: boolean;
  } | undefined;
  /** Whether its audience can reach it */
  published: boolean;
  /** How many spaces it shows */
  siteSpaces: number;
  /** When it was created */
  createdAt: string;
  /** Absent when never switched on or off */
  adaptiveContent?: AdaptiveContent | undefined;
  /** Absent when the site takes no part in advertising */
  ads?: {
    /** Status of the site's review */
    status: "pending" | "in-review" | "live" | "rejected" | "disabled";
    /** With `pending`: the site may be submitted for review */
    submittable?: boolean | undefined;
    /** What the ads are about, once in review */
    topic?: "webdev" | "crypto" | undefined;
    /** Why it was rejected */
    reason?: string | undefined;
    /** The advertising network's name for the ad placement */
    zoneId?: string | undefined;
  } | undefined;
  /** Whether agents may use the site */
  agentsContext: AgentsContext;
  /** Paid features that are switched on */
  features: Array<{
    /** The feature's name */
    id: "sites-ads" | "sites-ai-search" | "sites-ai-assistant" | "sites-ai-insights" | "sites-fix-broken-links" | "sites-connections" | "sites-content-gaps" | "sites-channels" | "sites-embed" | "sites-api-playground" | "sites-broken-links" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-no-custom-domain" | "sites-page-feedback" | "sites-page-traffic-insights" | "sites-pdf-export" | "sites-redirects" | "sites-seo" | "sites-preview-deployments" | "sites-public-visibility" | "sites-unlisted-visibility" | "sites-search-insights" | "sites-sections" | "sites-share-links" | "sites-user-contribution" | "sites-visitor-authentication" | "sites-visitors" | "sites-adaptive-content" | "sites-basic-customization" | "sites-advanced-customization" | "sites-advanced-insights";
    /** Plan that the feature belongs to */
    plan: SiteType;
    /** Still on, and its settings can no longer be changed */
    frozen: boolean;
    /** Paid customizations in use, for `sites-advanced-customization` only */
    customizations?: Array<"header-logo" | "header-primary-link" | "theme-preset" | "premium-fonts" | "custom-icons" | "footer-logo" | "footer-links" | "footer-copyright" | "semantic-colors"> | undefined;
  }>;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Its page in the web app */
    app: string;
    /** Where readers find it; absent while unpublished */
    published?: string | undefined;
    /** Where members see it before it is published */
    preview?: string | undefined;
    /** Where visitors sign in, with `visitor-auth` */
    login?: string | undefined;
    /** Where visitors sign out, with `visitor-auth` */
    logout?: string | undefined;
  };
};

export type SiteAdaptiveSchema = {
  /** Always `site-adaptive-schema` */
  object: "site-adaptive-schema";
  /** Attributes of visitors that conditions may use */
  jsonSchema: AdaptiveJsonSchema;
  /** When it was last replaced */
  updatedAt: string;
};

export type SiteCustomization = {
  /** Title of the published site; the site's own when absent */
  title?: string | undefined;
  /** Theme, colors, fonts and shapes */
  styling: {
    /** Overall look of header, sidebar and backgrounds */
    theme: Theme;
    /** Color of links, buttons and the current page */
    primaryColor: ThemedColor;
    /** Absent when only links and buttons are colored */
    tint?: Tint | undefined;
    /** Color of notes */
    infoColor: ThemedColor;
    /** Color of success messages */
    successColor: ThemedColor;
    /** Color of warnings */
    warningColor: ThemedColor;
    /** Color of errors and danger messages */
    dangerColor: ThemedColor;
    /** Shape of the corners of boxes and buttons */
    corners: Corners;
    /** `subtle` has shadows, `flat` has none */
    depth: Depth;
    /** Links in texts; `accent` only colors the underline */
    links: LinkStyle;
    /** Font of texts and headings: a name or a definition */
    font: Font;
    /** Font of code: a name or a definition */
    monospaceFont: MonospaceFont;
    /** Older form of `tint` */
    background: Background;
    /** Style of the icon set */
    icons: IconStyle;
    /** Syntax highlighting */
    codeTheme?: {
      /** In code blocks */
      default: ThemedCodeTheme;
      /** In blocks of OpenAPI operations */
      openapi: ThemedCodeTheme;
    } | undefined;
    /** Appearance of the table of contents */
    sidebar: {
      /** `filled` sets the sidebar off from the page */
      background: SidebarBackground;
      /** How the current page is marked in the list */
      list: SidebarList;
    };
    /** `prominent` is a wide bar in the header's middle */
    search: SearchStyle;
  };
  /** Language of the interface */
  internationalization: {
    /** Language of buttons and labels, not of content */
    locale: Locale;
  };
  /** Icon in the browser's tab */
  favicon: Favicon;
  /** Bar above every page */
  header: {
    /** Older form of `styling.theme` */
    preset: HeaderPreset;
    /** Shown instead of icon and title */
    logo?: ThemedUrl | undefined;
    /** Where the logo leads; the site's start when absent */
    primaryLink?: ContentReference | undefined;
    /** For the preset `custom` */
    backgroundColor?: ThemedColor | undefined;
    /** For the preset `custom` */
    linkColor?: ThemedColor | undefined;
    /** Links and menus, in order */
    links: Array<HeaderLink>;
  };
  /** Below every page */
  footer: {
    /** Image at the footer's start */
    logo?: ThemedUrl | undefined;
    /** Columns of links, in order */
    groups: Array<FooterGroup>;
    /** Line at the end of the footer */
    copyright?: string | undefined;
  };
  /** Banner above every page; absent when never set */
  announcement?: Announcement | undefined;
  /** Light and dark mode */
  themes: {
    /** What a reader sees first; `system` follows the device */
    default: ThemeMode;
    /** Whether readers can switch between light and dark */
    toggeable: boolean;
  };
  /** Export; newer services have it in `pageActions.items` */
  pdf?: {
    /** Whether readers can save pages as PDF */
    enabled: boolean;
  } | undefined;
  /** Ratings below every page */
  feedback: {
    /** Whether readers can rate pages */
    enabled: boolean;
  };
  /** Answers to readers by a model */
  ai: {
    /** `search` answers queries, `assistant` also chats */
    mode: "none" | "search" | "assistant";
    /** Questions offered to readers before they type */
    suggestions?: Array<string> | undefined;
  };
  /** Paid customization as a whole */
  advancedCustomization: {
    /** Whether paid customization is applied */
    enabled: boolean;
  };
  /** Edit links; newer services have them in `pageActions.items` */
  git?: {
    /** Whether pages link to their file in the repository */
    showEditLink: boolean;
  } | undefined;
  /** Menu of every page */
  pageActions: {
    /** Whether readers can open a page in other assistants */
    externalAI?: boolean | undefined;
    /** Whether readers can copy and open pages as Markdown */
    markdown?: boolean | undefined;
    /** Whether readers see how to connect their agent */
    mcp?: boolean | undefined;
    /** Newer form of the switches: actions in order */
    items?: Array<"assistant" | "external-ai" | "markdown" | "mcp" | "git" | "pdf"> | undefined;
  };
  /** Links that lead out of the site */
  externalLinks: {
    /** `blank` opens a new tab */
    target: LinkTarget;
  };
  /** Links at the end of every page */
  pagination: {
    /** Whether pages link to the next and previous one */
    enabled: boolean;
  };
  /** Mention of the platform */
  trademark: {
    /** Whether the platform is named on every page */
    enabled: boolean;
  };
  /** The site's privacy policy */
  privacyPolicy: {
    /** Absent when there is none */
    url?: string | undefined;
  };
  /** Image shown where a page is shared */
  socialPreview: {
    /** Absent when there is none */
    url?: string | undefined;
  };
  /** Accounts of the project on other services */
  socialAccounts?: Array<{
    /** Where the account is, such as github or mastodon */
    platform: string;
    /** Name of the account, without @ */
    handle: string;
    /** Where it is linked */
    display: {
      /** Whether the footer links to it */
      footer: boolean;
      /** Whether the header links to it */
      header: boolean;
    };
  }> | undefined;
  /** What is recorded about visitors */
  insights: {
    /** Whether a cookie tells returning visitors apart */
    trackingCookie: boolean;
  };
};

export type SiteCustomizationSettings = {
  /** Title of the published site; the site's own when absent */
  title?: string | undefined;
  /** Theme, colors, fonts and shapes */
  styling: {
    /** Overall look of header, sidebar and backgrounds */
    theme: Theme;
    /** Color of links, buttons and the current page */
    primaryColor: ThemedColor;
    /** Absent when only links and buttons are colored */
    tint?: Tint | undefined;
    /** Color of notes */
    infoColor: ThemedColor;
    /** Color of success messages */
    successColor: ThemedColor;
    /** Color of warnings */
    warningColor: ThemedColor;
    /** Color of errors and danger messages */
    dangerColor: ThemedColor;
    /** Shape of the corners of boxes and buttons */
    corners: Corners;
    /** `subtle` has shadows, `flat` has none */
    depth: Depth;
    /** Links in texts; `accent` only colors the underline */
    links: LinkStyle;
    /** Font of texts and headings: a name or a definition */
    font: Font;
    /** Font of code: a name or a definition */
    monospaceFont: MonospaceFont;
    /** Older form of `tint` */
    background?: Background | undefined;
    /** Style of the icon set */
    icons: IconStyle;
    /** Syntax highlighting */
    codeTheme?: {
      /** In code blocks */
      default: ThemedCodeTheme;
      /** In blocks of OpenAPI operations */
      openapi: ThemedCodeTheme;
    } | undefined;
    /** Appearance of the table of contents */
    sidebar: {
      /** `filled` sets the sidebar off from the page */
      background: SidebarBackground;
      /** How the current page is marked in the list */
      list: SidebarList;
    };
    /** `prominent` is a wide bar in the header's middle */
    search: SearchStyle;
  };
  /** Language of the interface; the default when left out */
  internationalization?: {
    /** Language of buttons and labels, not of content */
    locale: Locale;
  } | undefined;
  /** Icon in the browser's tab */
  favicon: Favicon;
  /** Bar above every page */
  header: {
    /** Older form of `styling.theme` */
    preset?: HeaderPreset | undefined;
    /** Shown instead of icon and title */
    logo?: ThemedUrl | undefined;
    /** Where the logo leads; the site's start when absent */
    primaryLink?: ContentReference | undefined;
    /** For the preset `custom` */
    backgroundColor?: ThemedColor | undefined;
    /** For the preset `custom` */
    linkColor?: ThemedColor | undefined;
    /** Links and menus, in order */
    links: Array<HeaderLink>;
  };
  /** Below every page */
  footer: {
    /** Image at the footer's start */
    logo?: ThemedUrl | undefined;
    /** Columns of links, in order */
    groups: Array<FooterGroup>;
    /** Line at the end of the footer */
    copyright?: string | undefined;
  };
  /** Banner above every page; absent when never set */
  announcement?: Announcement | undefined;
  /** Light and dark mode */
  themes: {
    /** What a reader sees first; `system` follows the device */
    default: ThemeMode;
    /** Whether readers can switch between light and dark */
    toggeable: boolean;
  };
  /** Export; newer services have it in `pageActions.items` */
  pdf?: {
    /** Whether readers can save pages as PDF */
    enabled: boolean;
  } | undefined;
  /** Ratings below every page */
  feedback: {
    /** Whether readers can rate pages */
    enabled: boolean;
  };
  /** Answers to readers by a model */
  ai: {
    /** `search` answers queries, `assistant` also chats */
    mode: "none" | "search" | "assistant";
    /** Questions offered to readers before they type */
    suggestions?: Array<string> | undefined;
  };
  /** Paid customization as a whole */
  advancedCustomization: {
    /** Whether paid customization is applied */
    enabled: boolean;
  };
  /** Edit links; newer services have them in `pageActions.items` */
  git?: {
    /** Whether pages link to their file in the repository */
    showEditLink: boolean;
  } | undefined;
  /** Menu of every page */
  pageActions: {
    /** Whether readers can open a page in other assistants */
    externalAI?: boolean | undefined;
    /** Whether readers can copy and open pages as Markdown */
    markdown?: boolean | undefined;
    /** Whether readers see how to connect their agent */
    mcp?: boolean | undefined;
    /** Newer form of the switches: actions in order */
    items?: Array<"assistant" | "external-ai" | "markdown" | "mcp" | "git" | "pdf"> | undefined;
  };
  /** Links that lead out of the site */
  externalLinks: {
    /** `blank` opens a new tab */
    target: LinkTarget;
  };
  /** Links at the end of every page */
  pagination: {
    /** Whether pages link to the next and previous one */
    enabled: boolean;
  };
  /** Mention of the platform */
  trademark: {
    /** Whether the platform is named on every page */
    enabled: boolean;
  };
  /** The site's privacy policy */
  privacyPolicy: {
    /** Absent when there is none */
    url?: string | undefined;
  };
  /** Image shown where a page is shared */
  socialPreview: {
    /** Absent when there is none */
    url?: string | undefined;
  };
  /** Accounts of the project on other services */
  socialAccounts?: Array<{
    /** Where the account is, such as github or mastodon */
    platform: string;
    /** Name of the account, without @ */
    handle: string;
    /** Where it is linked */
    display: {
      /** Whether the footer links to it */
      footer: boolean;
      /** Whether the header links to it */
      header: boolean;
    };
  }> | undefined;
  /** What is recorded about visitors */
  insights: {
    /** Whether a cookie tells returning visitors apart */
    trackingCookie: boolean;
  };
};

export type SiteExternalLink = {
  /** Always `site-external-link` */
  object: "site-external-link";
  /** Unique within the site */
  id: string;
  /** Name readers see in the navigation */
  title: string;
  /** Title in further languages, by language code */
  localizedTitle?: LocalizedText | undefined;
  /** Line below the title in the navigation */
  description?: string | undefined;
  /** Description in further languages, by language code */
  localizedDescription?: LocalizedText | undefined;
  /** Name of the icon next to the title */
  icon?: string | undefined;
  /** Where it leads, outside the site */
  url: string;
  /** Group it is in; absent at the root */
  sectionGroup?: string | undefined;
  /** Only previews show it */
  draft: boolean;
  /** Expression over visitors that must hold to see it */
  condition?: string | undefined;
};

export type SiteInstallation = {
  /** Name of the integration */
  integration: string;
  /** Id of the installation in the organization */
  installation: string;
  /** `pending` waits for its configuration, `paused` receives no events */
  status: InstallationStatus;
  /** Configuration here, in the form that the integration defined */
  configuration: { [name: string]: unknown };
  /** External ids that the integration set */
  externalIds: ExternalIds;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Where the integration serves requests for it */
    publicEndpoint: string;
    /** Where the integration serves requests that carry no cookies */
    publicContentEndpoint?: string | undefined;
  };
  /** Id of the site, or the site itself when `extended` */
  site: string | Site;
};

export type SitePreview = {
  /** Address that shows the site for one hour */
  url: string;
};

export type SiteRedirect = {
  /** Always `site-redirect` */
  object: "site-redirect";
  /** Stays the same when the redirect changes */
  id: string;
  /** Path of the site that no longer has a page */
  source: string;
  /** Only previews follow it */
  draft?: boolean | undefined;
  /** What the `*` matched is added to the destination */
  captureWildcard?: boolean | undefined;
  /** Browsers may remember it: 308 instead of 307 */
  permanent?: boolean | undefined;
  /** Where readers are sent */
  destination: {
    /** To a section of the site */
    kind: "site-section";
    /** The section */
    siteSectionId: string;
  } | {
    /** To a space in the site */
    kind: "site-space";
    /** The space's place in the site */
    siteSpaceId: string;
  } | {
    /** To a page, wherever it moves */
    kind: "site-page";
    /** The space's place in the site */
    siteSpaceId: string;
    /** The page in that space */
    pageId: string;
  } | {
    /** To another site */
    kind: "external";
    /** Where readers are sent */
    url: string;
  };
  /** When it was created */
  createdAt?: string | undefined;
  /** Last change; absent when never changed */
  updatedAt?: string | undefined;
  /** Where to find it */
  urls?: {
    /** Its address in the API */
    location?: string | undefined;
  } | undefined;
};

export type SiteSearchResult = SpaceResult | {
  /** From a connected source, not from the documentation */
  type: "record";
  /** Id in the connected source */
  id: string;
  /** Title in the connected source */
  title: string;
  /** Relevance; higher is better, without a bound */
  score: number;
  /** What the record is about */
  description?: string | undefined;
  /** Where it is in the connected source */
  url: string;
};

export type SiteSearchScope = {
  /** `default`: first variant of each section; `specific`: `siteSpaceIds`; `all`: everything */
  mode: "default" | "specific" | "all";
  /** With `default`: where the reader is; decides the language */
  currentSiteSpace?: string | undefined;
  /** With `default`: only where the reader is, or only elsewhere */
  restrictTo?: "currentSiteSpace" | "otherSiteSpaces" | undefined;
  /** With `specific`, and needed there: where to search */
  siteSpaceIds?: SiteSpaceIds | undefined;
};

export type SiteSection = {
  /** Always `site-section` */
  object: "site-section";
  /** Unique within the site */
  id: string;
  /** Name readers see in the navigation */
  title: string;
  /** Title in further languages, by language code */
  localizedTitle?: LocalizedText | undefined;
  /** Line below the title in the navigation */
  description?: string | undefined;
  /** Description in further languages, by language code */
  localizedDescription?: LocalizedText | undefined;
  /** The one shown first in the site */
  default?: boolean | undefined;
  /** Only previews show it */
  draft?: boolean | undefined;
  /** Path segment within the site */
  path: string;
  /** Expression over visitors that must hold to see it */
  condition?: string | undefined;
  /** Group it is in; absent at the root */
  sectionGroup?: string | undefined;
  /** Its variants: versions or languages of one content */
  siteSpaces: Array<SiteSpace>;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location?: string | undefined;
    /** Where readers find it; absent while unpublished */
    published?: string | undefined;
  };
  /** Name of the icon next to the title */
  icon?: string | undefined;
};

export type SiteSectionGroup = {
  /** Always `site-section-group` */
  object: "site-section-group";
  /** Unique within the site */
  id: string;
  /** Name readers see in the navigation */
  title: string;
  /** Title in further languages, by language code */
  localizedTitle?: LocalizedText | undefined;
  /** Group it is nested in; absent at the root */
  sectionGroup?: string | undefined;
  /** The sections among `children`, for older readers */
  sections: Array<SiteSection>;
  /** Only previews show it */
  draft?: boolean | undefined;
  /** Name of the icon next to the title */
  icon?: string | undefined;
  /** Where to find it */
  urls?: {
    /** Its address in the API */
    location?: string | undefined;
  } | undefined;
  /** What it holds, in order: sections, groups and external links */
  children: Array<SiteSection | SiteExternalLink | SiteSectionGroup>;
};

export type SiteSpace = {
  /** Always `site-space` */
  object: "site-space";
  /** Id of its place in the site, not of the space */
  id: string;
  /** Path segment within its section or the site */
  path: string;
  /** Section it is in; absent in sites without sections */
  section?: string | undefined;
  /** The space that is shown */
  space: Space;
  /** Name readers see in the list of variants */
  title: string;
  /** Title in further languages, by language code */
  localizedTitle?: LocalizedText | undefined;
  /** The one shown first in its section or site */
  default?: boolean | undefined;
  /** Expression over visitors that must hold to see it */
  condition?: string | undefined;
  /** Its home page; null or absent is the space's first */
  pageId?: string | null | undefined;
  /** Paid customization applies to it */
  hasAdvancedCustomizationFeature?: boolean | undefined;
  /** Only previews show it */
  draft?: boolean | undefined;
  /** Reachable, and left out of the navigation */
  hidden?: boolean | undefined;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location?: string | undefined;
    /** Where readers find it; absent while unpublished */
    published?: string | undefined;
  };
};

export type SiteSpaceCustomization = {
  /** Title of this variant; null takes the content's title */
  title?: string | null | undefined;
  /** Theme, colors and shapes */
  styling?: {
    /** Overall look of header, sidebar and backgrounds; null takes the site's */
    theme?: Theme | null | undefined;
    /** Color of links and buttons; null takes the site's */
    primaryColor?: ThemedColor | null | undefined;
    /** Color mixed into backgrounds; null takes the site's */
    tint?: Tint | null | undefined;
    /** Color of notes; null takes the site's */
    infoColor?: ThemedColor | null | undefined;
    /** Color of success messages; null takes the site's */
    successColor?: ThemedColor | null | undefined;
    /** Color of warnings; null takes the site's */
    warningColor?: ThemedColor | null | undefined;
    /** Color of errors and danger messages; null takes the site's */
    dangerColor?: ThemedColor | null | undefined;
    /** Shape of corners; null takes the site's */
    corners?: Corners | null | undefined;
    /** Shadows or none; null takes the site's */
    depth?: Depth | null | undefined;
    /** Links in texts; null takes the site's */
    links?: LinkStyle | null | undefined;
    /** Older form of `tint`; null takes the site's */
    background?: Background | null | undefined;
    /** Style of the icon set; null takes the site's */
    icons?: IconStyle | null | undefined;
    /** Syntax highlighting */
    codeTheme?: {
      /** In code blocks; null takes the site's */
      default?: ThemedCodeTheme | null | undefined;
      /** In blocks of OpenAPI operations; null takes the site's */
      openapi?: ThemedCodeTheme | null | undefined;
    } | undefined;
    /** Appearance of the table of contents */
    sidebar?: {
      /** Whether the sidebar is set off from the page; null takes the site's */
      background?: SidebarBackground | null | undefined;
      /** How the current page is marked; null takes the site's */
      list?: SidebarList | null | undefined;
    } | undefined;
    /** Width of the search bar; null takes the site's */
    search?: SearchStyle | null | undefined;
  } | undefined;
  /** Language of the interface */
  internationalization?: {
    /** Language of buttons and labels; null takes the site's */
    locale: Locale | null;
  } | undefined;
  /** Icon in the browser's tab; null takes the site's */
  favicon?: Favicon | null | undefined;
  /** Bar above every page */
  header?: {
    /** Older form of `styling.theme`; null takes the site's */
    preset?: HeaderPreset | null | undefined;
    /** Shown instead of icon and title; null takes the site's */
    logo?: ThemedUrl | null | undefined;
    /** Where the logo leads; null takes the site's */
    primaryLink?: ContentReference | null | undefined;
    /** For the preset `custom`; null takes the site's */
    backgroundColor?: ThemedColor | null | undefined;
    /** For the preset `custom`; null takes the site's */
    linkColor?: ThemedColor | null | undefined;
    /** Links and menus, in order; null takes the site's */
    links?: Array<HeaderLink> | null | undefined;
  } | undefined;
  /** Below every page */
  footer?: {
    /** Image at the footer's start; null takes the site's */
    logo?: ThemedUrl | null | undefined;
    /** Columns of links, in order; null takes the site's */
    groups?: Array<FooterGroup> | null | undefined;
    /** Line at the end of the footer; null takes the site's */
    copyright?: string | null | undefined;
  } | undefined;
  /** Banner above every page */
  announcement?: Announcement | undefined;
  /** Light and dark mode */
  themes?: {
    /** What a reader sees first; null takes the site's */
    default?: ThemeMode | null | undefined;
    /** Whether readers can switch between light and dark; null takes the site's */
    toggeable?: boolean | null | undefined;
  } | undefined;
  /** Export */
  pdf?: {
    /** Whether readers can save pages as PDF; null takes the site's */
    enabled: boolean | null;
  } | undefined;
  /** Ratings */
  feedback?: {
    /** Whether readers can rate pages; null takes the site's */
    enabled: boolean | null;
  } | undefined;
  /** Edit links */
  git?: {
    /** Whether pages link to their file in the repository; null takes the site's */
    showEditLink: boolean | null;
  } | undefined;
  /** Links that lead out of the site */
  externalLinks?: {
    /** `blank` opens a new tab; null takes the site's */
    target: LinkTarget | null;
  } | undefined;
  /** Links at the end of every page */
  pagination?: {
    /** Whether pages link to the next and previous one; null takes the site's */
    enabled: boolean | null;
  } | undefined;
  /** Mention of the platform */
  trademark?: {
    /** Whether the platform is named on every page; null takes the site's */
    enabled: boolean | null;
  } | undefined;
  /** Privacy policy */
  privacyPolicy?: {
    /** Address of the policy; null takes the site's */
    url?: string | null | undefined;
  } | undefined;
  /** Image where a page is shared */
  socialPreview?: {
    /** Address of the image; null takes the site's */
    url?: string | null | undefined;
  } | undefined;
};

export type SiteSpaceIds = Array<string>;

export type SiteStructure = {
  /** The site is divided into sections */
  type: "sections";
  /** Root of the navigation, in order */
  structure: Array<SiteSection | SiteSectionGroup | SiteExternalLink>;
} | {
  /** The site has variants and no sections */
  type: "siteSpaces";
  /** Its variants, in order */
  structure: Array<SiteSpace>;
};

export type SiteStructureItem = SiteSpace | SiteSection | SiteSectionGroup | SiteExternalLink;

export type SiteStructurePointer = {
  /** What the id names */
  type: "site-space" | "site-section" | "site-section-group" | "site-external-link";
  /** The item's id in the site's structure */
  id: string;
};

export type SiteTemplateCondition = {
  /** Who the condition selects */
  description: string;
  /** Expression to use as a `condition` */
  condition: string;
};

export type SiteType = "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";

export type SiteVisibility = "public" | "unlisted" | "share-link" | "visitor-auth";

export type SiteVisitor = {
  /** Sites may be closed to agents; a human when left out */
  type?: "human" | "agent" | undefined;
  /** Token signed with the site's private key; its claims are proved */
  jwtToken?: string | undefined;
  /** Attributes that a visitor can set unproved, by name */
  unsignedClaims?: { [name: string]: unknown } | undefined;
};

export type SortOrder = "asc" | "desc";

export type Space = {
  /** Always `space` */
  object: "space";
  /** Unique everywhere */
  id: string;
  /** Name of the space */
  title: string;
  /** Emoji before the title; may be empty */
  emoji: string;
  /** Who may read it: the widest visibility of the published sites that show it, `private` if none does; `unlisted` is public and hidden from search engines */
  visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
  /** When it was created */
  createdAt: string;
  /** When it or its content last changed */
  updatedAt: string;
  /** When it was deleted; it can be restored for 7 days */
  deletedAt?: string | undefined;
  editMode?: EditMode | undefined;
  /** What must hold before a change request is merged */
  mergeRules: SpaceMergeRules;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Its page in the web app */
    app: string;
    /** Where it is published; absent while private */
    published?: string | undefined;
    /** Where it is published, while open to everyone */
    public?: string | undefined;
    /** Picture shown for it instead of an emoji */
    icon?: string | undefined;
  };
  /** Id of the organization that owns it */
  organization: string;
  /** Id of the collection it is in; absent at the top */
  parent?: string | undefined;
  /** Language its content is written in */
  language?: Language | undefined;
  /** The Git repository it is synchronized with */
  gitSync?: GitInfo | undefined;
  /** Who signs visitors in */
  visitorAuth?: {
    /** The organization's own service */
    backend: "custom";
  } | {
    /** An integration */
    backend: "integration";
    /** Name of the integration */
    integration: string;
  } | undefined;
  /** The active revision */
  revision: string;
  defaultLevel: DefaultLevel;
  /** Open comments */
  comments: number;
  /** Change requests of every status */
  changeRequests: number;
  /** Change requests that wait for a review or merge */
  changeRequestsOpen: number;
  /** Change requests still being written */
  changeRequestsDraft: number;
  /** What the caller may do with it */
  permissions: {
    /** The caller may read the content */
    view: boolean;
    /** The caller may open it in the web app */
    access: boolean;
    /** The caller may manage it */
    admin: boolean;
    /** The caller may see its invite links */
    viewInviteLinks: boolean;
    /** The caller may edit the content, in change requests at least */
    edit: boolean;
    /** The caller may start imports from and exports to Git */
    triggerGitSync: boolean;
    /** The caller may comment on the content */
    comment: boolean;
    /** The caller may merge change requests */
    merge: boolean;
    /** The caller may review change requests */
    review: boolean;
    /** The caller may install integrations on it */
    installIntegration: boolean;
  };
};

export type SpaceInstallation = {
  /** Name of the integration */
  integration: string;
  /** Id of the installation in the organization */
  installation: string;
  /** `pending` waits for its configuration, `paused` receives no events */
  status: InstallationStatus;
  /** Configuration here, in the form that the integration defined */
  configuration: { [name: string]: unknown };
  /** External ids that the integration set */
  externalIds: ExternalIds;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
    /** Where the integration serves requests for it */
    publicEndpoint: string;
    /** Where the integration serves requests that carry no cookies */
    publicContentEndpoint?: string | undefined;
  };
  /** Id of the space, or the space itself when `extended` */
  space: string | Space;
};

export type SpaceMergeRules = {
  /** The rules of the organization */
  type: "inherit";
} | {
  /** Its own rules */
  type: "rules";
  /** All must hold for a merge */
  rules: Array<MergeRule>;
} | {
  /** Anyone who may merge does so at any time */
  type: "none";
};

export type SpaceResult = {
  /** Always `space` */
  type?: "space" | undefined;
  /** Id of the space */
  id: string;
  /** Name of the space */
  title: string;
  /** How well it matches; comparable only within one response */
  score?: number | undefined;
  /** Pages that match, best first */
  pages: Array<PageResult>;
};

export type SsoLogin = {
  /** Names the SAML provider */
  id: string;
  /** Name on the button of the sign-in page */
  label: string;
  /** Where a browser begins to sign in */
  startURL: string;
};

export type Team = {
  /** Always `team` */
  object: "team";
  /** Unique within the organization */
  id: string;
  /** Name of the team */
  title: string;
  /** How many members it has */
  members: number;
  /** How many spaces it can access */
  spaces: number;
  /** When it was created */
  createdAt: string;
  /** What the caller may do with it */
  permissions: {
    /** The caller may rename it and change its members */
    admin: boolean;
    /** The caller may see it and list its members */
    view: boolean;
  };
};

export type TeamMember = {
  /** The user as a member of the organization */
  organization: Member;
  /** The user as a member of the team */
  team: {
    role: TeamMemberRole;
  };
  /** What the caller may do with the member */
  permissions: {
    /** The caller may see the member */
    view: boolean;
  };
};

/** Owners manage who is in the team */
export type TeamMemberRole = "owner" | "member";

export type TeamPermission = {
  /** Role of the team's members in the space */
  permission: Role;
  /** Whose role it is */
  team: Team;
};

export type Theme = "clean" | "muted" | "bold" | "gradient";

export type ThemeMode = "light" | "dark" | "system";

export type ThemedCodeTheme = {
  /** Highlighting on light backgrounds, such as github-light */
  light: string;
  /** Highlighting on dark backgrounds, such as github-dark */
  dark: string;
};

export type ThemedColor = {
  /** Color on light backgrounds, such as #346ddb */
  light: string;
  /** Color on dark backgrounds, such as #346ddb */
  dark: string;
};

export type ThemedUrl = {
  /** Image for light backgrounds */
  light: string;
  /** Image for dark backgrounds */
  dark: string;
};

export type Tint = {
  /** Mixed into backgrounds, header and sidebar */
  color: ThemedColor;
};

export type Translation = {
  /** Always `translation` */
  object: "translation";
  /** Unique within the organization */
  id: string;
  /** Of the newest run; `pending` before the first */
  status: "pending" | "running" | "completed";
  /** What is translated */
  source: {
    /** Id of the space that is translated */
    space: string;
    /** Language it is written in */
    language: Language;
  };
  /** Language it is translated into */
  language: Language;
  /** Wording and style that the translation follows */
  instructions: RichDocument;
  /** Absent until a run is completed */
  result?: {
    /** Id of the space that holds the translation */
    space: string;
    /** Revision of that space the newest run made */
    revision: string;
    /** Language of that space */
    language?: Language | undefined;
    /** Id of the change request in that space that has it */
    changeRequest?: string | undefined;
  } | undefined;
  /** What the current run waits for; absent when no run is unfinished */
  work?: {
    /** Segments without a translation */
    segments: number;
    /** Why the last attempt ended without a result */
    problem?: string | undefined;
    /** As many as `segments` asks for, in the order of the pages */
    items?: Array<{
      /** Id to pass to `runTranslation` with the translation */
      id: string;
      /** What to translate; `⟦1⟧` and the like stand for markup, code and addresses; keep each exactly once */
      text: string;
      /** What it is, such as `heading`, `alt text` or `button`; absent for running text */
      kind?: string | undefined;
      /** First page it occurs on */
      page: {
        id: string;
        title: string;
      };
      /** Terms to use, by the term in the text */
      terms: { [name: string]: string };
      /** Why an earlier translation of it was refused */
      problem?: string | undefined;
    }> | undefined;
    /** Absent on the last part */
    next?: {
      /** Cursor */
      page: string;
    } | undefined;
  } | undefined;
  /** When the translation was set up */
  createdAt: string;
  /** When it was last run or changed */
  updatedAt: string;
  /** What the runs did and took */
  stats: {
    /** Runs so far */
    runs: number;
    /** Words translated in all runs */
    totalWords: number;
    /** Different pages translated in all runs */
    totalPages: number;
    /** Seconds all runs took */
    totalDuration: number;
    /** Seconds the newest run took */
    latestRunDuration: number;
    /** Different pages translated in the newest run */
    latestPages: number;
    /** Words translated in the newest run */
    latestWords: number;
  };
  /** What the caller may do with it */
  permissions: {
    /** The caller may read it */
    view: boolean;
    /** The caller may change, run or delete it */
    edit: boolean;
  };
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
  };
};

export type UnfinishedWork = {
  /** Computes pages from a specification, or translates a space */
  kind: "computed-pages" | "translation";
  /** `waiting` to start or, for a translation, for the translator */
  state: "waiting" | "running" | "failed";
  /** Of computed pages: id of the page that requests them */
  page?: string | undefined;
  /** Of a translation: the language it is into */
  language?: string | undefined;
  /** Why it failed, and what to do */
  reason?: string | undefined;
};

export type UnmetRule = {
  /** Which merge rule; `role` and `unlocked` for what every merge requires */
  rule: string;
  /** What is missing and who can do it */
  message: string;
};

export type UnresolvedPart = {
  /** What it is */
  kind: "include" | "expression";
  /** Path or expression as written */
  source: string;
  /** Why it was not replaced */
  problem: string;
};

export type UpdateOutcome = {
  /** Active revision of the change request after the call */
  revision: string;
  /** `conflicts` means that some passages must be resolved */
  result: "update" | "conflicts";
  /** Passages to resolve, for result `conflicts` */
  conflicts?: Array<MergeConflict> | undefined;
};

export type UpdatePage = {
  /** Rewrites, renames or moves a page */
  operation: "update_page";
  /** Page to change */
  page: string;
  /** Replaces the whole body; unchanged when left out */
  document?: DocumentInput | undefined;
  /** Title of the page; wins over one in the document */
  title?: string | undefined;
  /** Last segment of the page's path */
  slug?: string | undefined;
  /** Emoji before the title; null removes it */
  emoji?: string | null | undefined;
  /** Name of an icon before the title; null removes it */
  icon?: string | null | undefined;
  /** Line below the title; null removes it */
  description?: string | null | undefined;
  /** True leaves the page out of the table of contents */
  hidden?: boolean | undefined;
  /** True leaves the page out of the site's own search */
  noIndex?: boolean | undefined;
  /** True asks search engines to leave the page out */
  noRobotsIndex?: boolean | undefined;
  /** Expression that says who sees the page; null is all */
  condition?: string | null | undefined;
  /** New parent page; null is the root */
  into?: string | null | undefined;
  /** New index among its siblings */
  at?: number | undefined;
};

export type UrlReference = {
  /** A location outside the platform */
  kind: "url";
  /** Where it leads, as written */
  url: string;
};

export type User = {
  /** Always `user` */
  object: "user";
  /** Unique everywhere */
  id: string;
  /** Name the user goes by */
  displayName: string;
  /** Shown to those who may see it */
  email?: string | undefined;
  /** Address of the user's picture */
  photoURL?: string | undefined;
  /** Where to find it */
  urls: {
    /** Its address in the API */
    location: string;
  };
};

export type UserPermission = {
  /** Role of the user in the space */
  permission: Role;
  /** Whose role it is */
  user: User;
  /** Where the role comes from, in the list of everyone. Only from the embedded platform */
  source?: RoleSource | undefined;
};

export type Variables = { [name: string]: string | number | boolean };

/** One function for each operation, by noun: `client.pages.get({ spaceId, pageId })`. */
export type Client = {
  readonly spaces: {
    /** List the spaces of an organization. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Space>;
    }>;
    /** Create a new, empty space. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the space */
      title?: string | undefined;
      /** Emoji shown before the title */
      emoji?: string | undefined;
      /** Collection to put it in; the top of the organization when left out */
      parent?: string | undefined;
      /** Language its content is written in */
      language?: Language | undefined;
      editMode?: EditMode | undefined;
    }, options?: CallOptions) => Promise<Space>;
    /** Read one space. */
    readonly get: (input: {
      /** Space */
      spaceId: string;
      /** Secret of a share link, to resolve published addresses */
      shareKey?: string | undefined;
    }, options?: CallOptions) => Promise<Space>;
    /** Change a space's title, emoji, language, edit mode, default level or merge rules. */
    readonly update: (input: {
      /** Space */
      spaceId: string;
      /** New name of the space */
      title?: string | undefined;
      /** Emoji shown before the title */
      emoji?: string | undefined;
      editMode?: EditMode | undefined;
      defaultLevel?: DefaultLevel | undefined;
      /** Language its content is written in */
      language?: Language | undefined;
      /** What must hold before a change request is merged */
      mergeRules?: SpaceMergeRules | undefined;
    }, options?: CallOptions) => Promise<Space>;
    /** Delete a space; it can be restored for 7 days. */
    readonly remove: (input: {
      /** Space */
      spaceId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** Restore a space that was deleted in the last 7 days. */
    readonly restore: (input: {
      /** Space */
      spaceId: string;
    }, options?: CallOptions) => Promise<Space>;
    /** Create a new space with a copy of a space's content. */
    readonly duplicate: (input: {
      /** Space */
      spaceId: string;
    }, options?: CallOptions) => Promise<Space>;
    /** Move a space into a collection or to another position among its siblings. Give `parent`, `position` or both. Moving it to its current position changes nothing. */
    readonly move: (input: {
      /** Space */
      spaceId: string;
      /** Collection to move it into; null is the top of the organization */
      parent?: string | null | undefined;
      /** Position among its new siblings; last when left out */
      position?: {
        /** The neighbor to place it before */
        before?: {
          /** The neighbour is a space */
          type: "space";
          /** Which space */
          space: string;
        } | {
          /** The neighbour is a collection */
          type: "collection";
          /** Which collection */
          collection: string;
        } | undefined;
        /** The neighbor to place it after */
        after?: {
          /** The neighbour is a space */
          type: "space";
          /** Which space */
          space: string;
        } | {
          /** The neighbour is a collection */
          type: "collection";
          /** Which collection */
          collection: string;
        } | undefined;
      } | undefined;
    }, options?: CallOptions) => Promise<Space>;
    /** Transfer a space to another organization. Answers 409 if the space already belongs to the organization, and 412 if it cannot be transferred. */
    readonly transfer: (input: {
      /** Space */
      spaceId: string;
      /** Organization to transfer it to */
      organization: string;
    }, options?: CallOptions) => Promise<Space>;
    /** List what the pages of a space link to, and where the links are. With `status` `broken` it lists the links to repair. */
    readonly listLinks: (input: {
      /** Space */
      spaceId: string;
      status?: LinkStatus | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<LinkList>;
    /** Fill a space or one of its change requests with the pages of a template. */
    readonly applyTemplate: (input: {
      /** Space */
      spaceId: string;
      /** Which template */
      id: string;
      /** Values for the template */
      params?: {
        /** Values of the template's placeholders, by name */
        contentRefs?: { [name: string]: ContentReference } | undefined;
      } | undefined;
      /** Change request to fill; the space's content itself when left out */
      changeRequestId?: string | undefined;
    }, options?: CallOptions) => Promise<undefined>;
    /** Find how an address of another site is shown within a page of a space. */
    readonly getEmbed: (input: {
      /** Space */
      spaceId: string;
      /** Address to embed */
      url: string;
    }, options?: CallOptions) => Promise<Embed>;
    /** Get a temporary link to a PDF of a space or some of its pages. */
    readonly getPdf: (input: {
      /** Space */
      spaceId: string;
      /** True leaves out the pages below `page` */
      only?: boolean | undefined;
      /** Page to begin with; the whole content when left out */
      page?: string | undefined;
    }, options?: CallOptions) => Promise<Pdf>;
  };
  readonly collections: {
    /** List the collections of an organization. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** False leaves out collections within collections */
      nested?: boolean | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Collection>;
    }>;
    /** Create an empty collection. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the collection */
      title?: string | undefined;
      /** Collection to put it in; the top of the organization when left out */
      parent?: string | undefined;
    }, options?: CallOptions) => Promise<Collection>;
    /** Read one collection. */
    readonly get: (input: {
      /** Collection */
      collectionId: string;
    }, options?: CallOptions) => Promise<Collection>;
    /** Change a collection's title, description or default level. */
    readonly update: (input: {
      /** Collection */
      collectionId: string;
      /** New name of the collection */
      title?: string | undefined;
      /** What its spaces are about */
      description?: string | undefined;
      defaultLevel?: DefaultLevel | undefined;
    }, options?: CallOptions) => Promise<Collection>;
    /** Delete one collection. Everything in it is deleted as well. Its spaces can be restored for 7 days, to the top level. */
    readonly remove: (input: {
      /** Collection */
      collectionId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** List the spaces of a collection. */
    readonly listSpaces: (input: {
      /** Collection */
      collectionId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Space>;
    }>;
    /** Move a collection into another or to another position among its siblings. Give `parent`, `position` or both. What is in the collection moves with it. Moving it to its current position changes nothing. */
    readonly move: (input: {
      /** Collection */
      collectionId: string;
      /** Collection to move it into; null is the top of the organization */
      parent?: string | null | undefined;
      /** Position among its new siblings; last when left out */
      position?: {
        /** The neighbor to place it before */
        before?: {
          /** The neighbour is a space */
          type: "space";
          /** Which space */
          space: string;
        } | {
          /** The neighbour is a collection */
          type: "collection";
          /** Which collection */
          collection: string;
        } | undefined;
        /** The neighbor to place it after */
        after?: {
          /** The neighbour is a space */
          type: "space";
          /** Which space */
          space: string;
        } | {
          /** The neighbour is a collection */
          type: "collection";
          /** Which collection */
          collection: string;
        } | undefined;
      } | undefined;
    }, options?: CallOptions) => Promise<Collection>;
    /** Transfer a collection with everything in it to another organization. Answers 409 if the collection already belongs to the organization, and 412 if it cannot be transferred. */
    readonly transfer: (input: {
      /** Collection */
      collectionId: string;
      /** Organization to transfer it to */
      organization: string;
    }, options?: CallOptions) => Promise<Collection>;
  };
  readonly pages: {
    /** Read a space's page tree without page bodies. */
    readonly list: (input: {
      /** Space */
      spaceId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<PageTree>;
    /** Read one page. */
    readonly get: (input: {
      /** Space */
      spaceId: string;
      /** Page */
      pageId: string;
      /** Format of the body in the response */
      format?: ContentFormat | undefined;
      /** Links in Markdown: `relative` to the page, or `stable`, by id; as they are stored when left out */
      "format.markdown.refs"?: "relative" | "stable" | undefined;
      /** Replace expressions by their values; `deterministic-only` leaves those that vary */
      evaluated?: boolean | "deterministic-only" | undefined;
      /** Replace references by what they refer to; `reusable-contents` only those to passages */
      dereferenced?: boolean | "reusable-contents" | undefined;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<Page>;
    /** Read one page by its path. */
    readonly getByPath: (input: {
      /** Space */
      spaceId: string;
      /** Slugs from the root, joined by `/` */
      pagePath: string;
      /** Format of the body in the response */
      format?: ContentFormat | undefined;
      /** Links in Markdown: `relative` to the page, or `stable`, by id; as they are stored when left out */
      "format.markdown.refs"?: "relative" | "stable" | undefined;
      /** Replace expressions by their values; `deterministic-only` leaves those that vary */
      evaluated?: boolean | "deterministic-only" | undefined;
      /** Replace references by what they refer to; `reusable-contents` only those to passages */
      dereferenced?: boolean | "reusable-contents" | undefined;
      /** Git metadata may be slightly out of date */
      cachedMetadata?: boolean | undefined;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<Page>;
    /** List what one page links to. */
    readonly listLinks: (input: {
      /** Space */
      spaceId: string;
      /** Page */
      pageId: string;
      status?: LinkStatus | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<LinkList>;
    /** List what links to one page. */
    readonly listBacklinks: (input: {
      /** Space */
      spaceId: string;
      /** Page */
      pageId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<ResolvedReference>;
    }>;
    /** Read which original and which alternates of a page search engines are pointed to. */
    readonly getMetaLinks: (input: {
      /** Space */
      spaceId: string;
      /** Page */
      pageId: string;
    }, options?: CallOptions) => Promise<PageMetaLinks>;
  };
  readonly files: {
    /** List a space's files. */
    readonly list: (input: {
      /** Space */
      spaceId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<File>;
    }>;
    /** Read one file's name, type, size and temporary download URL. */
    readonly get: (input: {
      /** Space */
      spaceId: string;
      /** File */
      fileId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<File>;
    /** List what links to or shows one file. */
    readonly listBacklinks: (input: {
      /** Space */
      spaceId: string;
      /** File */
      fileId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<ResolvedReference>;
    }>;
  };
  readonly reusableContents: {
    /** Read one passage that several pages include, without its body. */
    readonly get: (input: {
      /** Space */
      spaceId: string;
      /** Reusable content */
      reusableContentId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<ReusableContent>;
  };
  readonly revisions: {
    /** Read a space's active revision: page tree, files and variables, without page bodies. */
    readonly current: (input: {
      /** Space */
      spaceId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<Revision>;
    /** Read one page as it was in a revision. */
    readonly getPage: (input: {
      /** Space */
      spaceId: string;
      /** Revision */
      revisionId: string;
      /** Page */
      pageId: string;
      /** Format of the body in the response */
      format?: ContentFormat | undefined;
      /** Links in Markdown: `relative` to the page, or `stable`, by id; as they are stored when left out */
      "format.markdown.refs"?: "relative" | "stable" | undefined;
      /** Replace expressions by their values; `deterministic-only` leaves those that vary */
      evaluated?: boolean | "deterministic-only" | undefined;
      /** Replace references by what they refer to; `reusable-contents` only those to passages */
      dereferenced?: boolean | "reusable-contents" | undefined;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<Page>;
    /** Read one revision: page tree, files and variables, without page bodies. */
    readonly get: (input: {
      /** Space */
      spaceId: string;
      /** Revision */
      revisionId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<Revision>;
    /** List what a revision changed: pages and files made, edited, moved and deleted. */
    readonly listChanges: (input: {
      /** Space */
      spaceId: string;
      /** Revision */
      revisionId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
      /** Maximum number of changes in the response; `more` counts the others */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<SemanticChanges>;
    /** Read a revision's page tree without page bodies. */
    readonly listPages: (input: {
      /** Space */
      spaceId: string;
      /** Revision */
      revisionId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<PageTree>;
    /** List the files of a revision. */
    readonly listFiles: (input: {
      /** Space */
      spaceId: string;
      /** Revision */
      revisionId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<File>;
    }>;
    /** Read the body of one page as it was in a revision, as a tree of blocks. */
    readonly getPageDocument: (input: {
      /** Space */
      spaceId: string;
      /** Revision */
      revisionId: string;
      /** Page */
      pageId: string;
      /** Replace expressions by their values; `deterministic-only` leaves those that vary */
      evaluated?: boolean | "deterministic-only" | undefined;
      /** Replace references by what they refer to; `reusable-contents` only those to passages */
      dereferenced?: boolean | "reusable-contents" | undefined;
    }, options?: CallOptions) => Promise<RichDocument>;
    /** Read the body of a passage that several pages include, as it was in a revision, as a tree of blocks. */
    readonly getReusableContentDocument: (input: {
      /** Space */
      spaceId: string;
      /** Revision */
      revisionId: string;
      /** Reusable content */
      reusableContentId: string;
      /** Replace expressions by their values; `deterministic-only` leaves those that vary */
      evaluated?: boolean | "deterministic-only" | undefined;
      /** Replace references by what they refer to; `reusable-contents` only those to passages */
      dereferenced?: boolean | "reusable-contents" | undefined;
    }, options?: CallOptions) => Promise<RichDocument>;
    /** Read which original and which alternates of a page search engines are pointed to, in a revision. */
    readonly getPageMetaLinks: (input: {
      /** Space */
      spaceId: string;
      /** Revision */
      revisionId: string;
      /** Page */
      pageId: string;
    }, options?: CallOptions) => Promise<PageMetaLinks>;
    /** Read one page by its path as it was in a revision. */
    readonly getPageByPath: (input: {
      /** Space */
      spaceId: string;
      /** Revision */
      revisionId: string;
      /** Slugs from the root, joined by `/` */
      pagePath: string;
      /** Format of the body in the response */
      format?: ContentFormat | undefined;
      /** Links in Markdown: `relative` to the page, or `stable`, by id; as they are stored when left out */
      "format.markdown.refs"?: "relative" | "stable" | undefined;
      /** Replace expressions by their values; `deterministic-only` leaves those that vary */
      evaluated?: boolean | "deterministic-only" | undefined;
      /** Replace references by what they refer to; `reusable-contents` only those to passages */
      dereferenced?: boolean | "reusable-contents" | undefined;
      /** Git metadata may be slightly out of date */
      cachedMetadata?: boolean | undefined;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<Page>;
  };
  readonly search: {
    /** Search the pages of every space in an organization. */
    readonly organization: (input: {
      /** Organization */
      organizationId: string;
      /** Words to look for; the last one may be unfinished */
      query: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SpaceResult>;
    }>;
    /** Search the pages of one space. */
    readonly space: (input: {
      /** Space */
      spaceId: string;
      /** Words to look for; the last one may be unfinished */
      query: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<PageResult>;
    }>;
    /** Ask a question that a language model answers from an organization's content. */
    readonly ask: (input: {
      /** Organization */
      organizationId: string;
      /** Format of the answer's text */
      format?: ContentFormat | undefined;
      /** True adds details about the query */
      details?: boolean | undefined;
      /** The question, as a sentence */
      query: string;
      /** Questions asked before it, oldest first; deprecated */
      previousQueries?: Array<string> | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent when there is none */
      answer?: Answer | undefined;
    }>;
  };
  readonly urls: {
    /** Find the collection, space, change request and page that a URL leads to. */
    readonly getContent: (input: {
      /** Address in the web app or of published content */
      url: string;
    }, options?: CallOptions) => Promise<LocatedContent>;
    /** Find the site, section, space and page path that an address of a published site leads to. For renderers of sites, on each request: returns a location or a redirect. Requires no token. A preview opens with the `token` of its address, in the address or as the call's token. */
    readonly resolvePublished: (input: {
      /** Address of a published site or of a preview */
      url: string;
      /** Return where the site has visitors sign in, if the visitor's token is not valid; always returned without a token */
      redirectOnError?: boolean | undefined;
      /** Who reads */
      visitor?: SiteVisitor | undefined;
    }, options?: CallOptions) => Promise<PublishedContent>;
    /** Find what an address of a published site leads to. Older form of `resolvePublishedContentByUrl`. */
    readonly getPublished: (input: {
      /** Address of a published site or of a preview */
      url: string;
      /** Token signed with the site's private key */
      visitorAuthToken?: string | undefined;
      /** Return where the site has visitors sign in, if the visitor's token is not valid; always returned without a token */
      redirectOnError?: boolean | undefined;
    }, options?: CallOptions) => Promise<PublishedContent>;
  };
  readonly changeRequests: {
    /** List a space's change requests, the open ones unless `status` says otherwise. */
    readonly listInSpace: (input: {
      /** Space */
      spaceId: string;
      /** Only those with this status */
      status?: ChangeRequestStatus | undefined;
      /** Only those this user created */
      creator?: string | undefined;
      /** Only those this user edited */
      contributor?: string | undefined;
      /** Only those that wait for this user's review */
      requestedReviewer?: string | undefined;
      /** Only those created for this cluster of conversation issues */
      conversationsIssuesCluster?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<ChangeRequest>;
    }>;
    /** List the change requests of every space in an organization, the open ones unless `status` says otherwise. */
    readonly listInOrganization: (input: {
      /** Organization */
      organizationId: string;
      /** Only those with one of these */
      status?: Array<ChangeRequestStatus> | undefined;
      /** Only those this user created */
      creator?: string | undefined;
      /** Only those this user edited */
      contributor?: string | undefined;
      /** Only those that wait for this user's review */
      requestedReviewer?: string | undefined;
      /** Only those created for this cluster of conversation issues */
      conversationsIssuesCluster?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<ChangeRequest>;
    }>;
    /** Start a change request: a draft in which the pages of a space can be edited. */
    readonly create: (input: {
      /** Space */
      spaceId: string;
      /** What it is for, in one line */
      subject?: string | undefined;
      /** Template to fill the draft with */
      template?: ContentTemplate | undefined;
      /** Cluster of conversation issues it is created for */
      conversationsIssuesCluster?: string | undefined;
    }, options?: CallOptions) => Promise<ChangeRequest>;
    /** Read one change request. */
    readonly get: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
    }, options?: CallOptions) => Promise<ChangeRequest>;
    /** Rename or describe a change request, open it for review or archive it. Merging is an operation of its own. */
    readonly update: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** What it is for, in one line */
      subject?: string | undefined;
      /** What it is for, in detail; replaces the old one */
      description?: RichDocument | undefined;
      /** `open` asks for a review, `archived` closes it without a merge */
      status?: SettableStatus | undefined;
    }, options?: CallOptions) => Promise<ChangeRequest>;
    /** Merge a change request, so that its space has the changes. With the result `conflicts` nothing was merged by Copydesk; the public service may have merged the rest. Update the change request, edit the pages it names and merge again. */
    readonly merge: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
    }, options?: CallOptions) => Promise<MergeOutcome>;
    /** Update a change request with the space's newest content. Result `conflicts` means that the change request kept its own side of the passages named; editing those pages resolves them. */
    readonly updateFromSpace: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
    }, options?: CallOptions) => Promise<UpdateOutcome>;
    /** Get a temporary link to a PDF of a change request's content or some of its pages. */
    readonly getPdf: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** True leaves out the pages below `page` */
      only?: boolean | undefined;
      /** Page to begin with; the whole content when left out */
      page?: string | undefined;
    }, options?: CallOptions) => Promise<Pdf>;
    /** List who edited or commented on a change request. */
    readonly listContributors: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<ChangeRequestContributor>;
    }>;
  };
  readonly changeRequestContent: {
    /** Read a change request's active revision: page tree, files and variables, without page bodies. */
    readonly revision: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<Revision>;
    /** Insert, rewrite, move, delete and revert pages and insert files in a change request. 1 to 50 changes in order, all or nothing, giving one new revision. */
    readonly apply: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** False returns what was done page by page; true returns the change request */
      compat?: boolean | undefined;
      /** Applied in order, all or none */
      changes: Array<ContentChange>;
    }, options?: CallOptions) => Promise<ContentUpdate | ChangeRequest>;
    /** Read a change request's page tree without page bodies. */
    readonly pages: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<PageTree>;
    /** Read one page as it is in a change request. */
    readonly page: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Page */
      pageId: string;
      /** Format of the body in the response */
      format?: ContentFormat | undefined;
      /** Links in Markdown: `relative` to the page, or `stable`, by id; as they are stored when left out */
      "format.markdown.refs"?: "relative" | "stable" | undefined;
      /** Replace expressions by their values; `deterministic-only` leaves those that vary */
      evaluated?: boolean | "deterministic-only" | undefined;
      /** Replace references by what they refer to; `reusable-contents` only those to passages */
      dereferenced?: boolean | "reusable-contents" | undefined;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<Page>;
    /** Read one page by its path as it is in a change request. */
    readonly pageByPath: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Slugs from the root, joined by `/` */
      pagePath: string;
      /** Format of the body in the response */
      format?: ContentFormat | undefined;
      /** Links in Markdown: `relative` to the page, or `stable`, by id; as they are stored when left out */
      "format.markdown.refs"?: "relative" | "stable" | undefined;
      /** Replace expressions by their values; `deterministic-only` leaves those that vary */
      evaluated?: boolean | "deterministic-only" | undefined;
      /** Replace references by what they refer to; `reusable-contents` only those to passages */
      dereferenced?: boolean | "reusable-contents" | undefined;
      /** Git metadata may be slightly out of date */
      cachedMetadata?: boolean | undefined;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<Page>;
    /** List what a change request changes: pages and files made, edited, moved and deleted. */
    readonly changes: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Maximum number of changes in the response; `more` counts the others */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<SemanticChanges>;
    /** List the files of a change request's content. */
    readonly files: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<File>;
    }>;
    /** Read one file's name, type, size and temporary download URL in a change request. */
    readonly file: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** File */
      fileId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<File>;
    /** Read one reusable content as it is in a change request. */
    readonly reusableContent: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Reusable content */
      reusableContentId: string;
      /** False leaves out Git metadata */
      metadata?: boolean | undefined;
      /** False skips computed content */
      computed?: boolean | undefined;
    }, options?: CallOptions) => Promise<ReusableContent>;
  };
  readonly reviews: {
    /** List the reviews of a change request, each with its verdict. */
    readonly list: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      format?: CommentFormat | undefined;
      /** Only those no longer in force, or only those still in force */
      outdated?: boolean | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Review>;
    }>;
    /** Read one review of a change request. */
    readonly get: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Review */
      reviewId: string;
      format?: CommentFormat | undefined;
    }, options?: CallOptions) => Promise<Review>;
    /** Approve a change request, or ask for changes to it. Replaces the caller's earlier verdict. An approval becomes outdated with the next edit of the change request. Merging is an operation of its own. */
    readonly submit: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** The verdict */
      status: ReviewStatus;
      /** Reasons, posted as a comment on the change request */
      comment?: CommentText | undefined;
    }, options?: CallOptions) => Promise<Review>;
    /** List the users and teams with a pending request to review a change request. */
    readonly listRequestedReviewers: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<RequestedReviewer>;
    }>;
    /** Ask users to review a change request. Earlier requests remain. */
    readonly request: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Ids of the users to ask */
      users: Array<string>;
      /** Replaces the subject of the change request */
      subject?: string | undefined;
      /** Replaces its description */
      description?: RichDocument | undefined;
    }, options?: CallOptions) => Promise<{
      /** The requests created */
      users?: Array<RequestedReviewer> | undefined;
    }>;
    /** Withdraw the request for a user's review of a change request. */
    readonly removeRequestedReviewer: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** User */
      userId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly spaceComments: {
    /** List the comments on a space's content, newest first. */
    readonly list: (input: {
      /** Space */
      spaceId: string;
      /** By time of posting; `desc` is newest first */
      order?: SortOrder | undefined;
      format?: CommentFormat | undefined;
      /** Only open or only resolved ones */
      status?: "all" | "open" | "resolved" | undefined;
      /** Only those about this page */
      targetPage?: string | undefined;
      /** Only those by these users, by user id */
      authors?: Array<string> | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Comment>;
    }>;
    /** Comment on a space, or on a page, block or table cell of it. */
    readonly create: (input: {
      /** Space */
      spaceId: string;
      /** Key of the block it is about; needs `page` */
      node?: string | undefined;
      /** Page it is about; the whole content when left out */
      page?: string | undefined;
      /** The text */
      body: CommentText;
      /** Cell of the table in `node` it is about */
      tableCell?: {
        /** Row of the table */
        record: string;
        /** Column of the table */
        definition: string;
      } | undefined;
    }, options?: CallOptions) => Promise<Comment>;
    /** Read one comment on a space. */
    readonly get: (input: {
      /** Space */
      spaceId: string;
      /** Comment */
      commentId: string;
      format?: CommentFormat | undefined;
    }, options?: CallOptions) => Promise<Comment>;
    /** Edit, resolve, reopen or react to a comment on a space. */
    readonly update: (input: {
      /** Space */
      spaceId: string;
      /** Comment */
      commentId: string;
      /** True resolves the comment, false opens it again */
      resolved?: boolean | undefined;
      /** New text; unchanged when left out */
      body?: CommentText | undefined;
      /** Emojis to react with, as the caller */
      addedReactions?: Array<string> | undefined;
      /** The caller's own emojis to remove */
      removedReactions?: Array<string> | undefined;
    }, options?: CallOptions) => Promise<Comment>;
    /** Delete a comment on a space, with its replies. */
    readonly remove: (input: {
      /** Space */
      spaceId: string;
      /** Comment */
      commentId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** List the replies to a comment on a space. */
    readonly listReplies: (input: {
      /** Space */
      spaceId: string;
      /** Comment */
      commentId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
      format?: CommentFormat | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<CommentReply>;
    }>;
    /** Reply to a comment on a space. */
    readonly createReply: (input: {
      /** Space */
      spaceId: string;
      /** Comment */
      commentId: string;
      /** The text */
      body: CommentText;
    }, options?: CallOptions) => Promise<CommentReply>;
    /** Read one reply to a comment on a space. */
    readonly getReply: (input: {
      /** Space */
      spaceId: string;
      /** Comment */
      commentId: string;
      /** Reply to the comment */
      commentReplyId: string;
      format?: CommentFormat | undefined;
    }, options?: CallOptions) => Promise<CommentReply>;
    /** Edit or react to a reply to a comment on a space. */
    readonly updateReply: (input: {
      /** Space */
      spaceId: string;
      /** Comment */
      commentId: string;
      /** Reply to the comment */
      commentReplyId: string;
      /** New text; unchanged when left out */
      body?: CommentText | undefined;
      /** Emojis to react with, as the caller */
      addedReactions?: Array<string> | undefined;
      /** The caller's own emojis to remove */
      removedReactions?: Array<string> | undefined;
    }, options?: CallOptions) => Promise<CommentReply>;
    /** Delete a reply to a comment on a space. */
    readonly removeReply: (input: {
      /** Space */
      spaceId: string;
      /** Comment */
      commentId: string;
      /** Reply to the comment */
      commentReplyId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** List the members who commented on a space. */
    readonly listCommenters: (input: {
      /** Space */
      spaceId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Member>;
    }>;
  };
  readonly changeRequestComments: {
    /** List the comments on a change request, newest first. */
    readonly list: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** By time of posting; `desc` is newest first */
      order?: SortOrder | undefined;
      format?: CommentFormat | undefined;
      /** Only open or only resolved ones */
      status?: "all" | "open" | "resolved" | undefined;
      /** Only those about this page */
      targetPage?: string | undefined;
      /** Only those by these users, by user id */
      authors?: Array<string> | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Comment>;
    }>;
    /** Comment on a change request, or on a page, block or table cell in it. */
    readonly create: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Key of the block it is about; needs `page` */
      node?: string | undefined;
      /** Page it is about; the whole content when left out */
      page?: string | undefined;
      /** The text */
      body: CommentText;
      /** Cell of the table in `node` it is about */
      tableCell?: {
        /** Row of the table */
        record: string;
        /** Column of the table */
        definition: string;
      } | undefined;
    }, options?: CallOptions) => Promise<Comment>;
    /** Read one comment on a change request. */
    readonly get: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Comment */
      commentId: string;
      format?: CommentFormat | undefined;
    }, options?: CallOptions) => Promise<Comment>;
    /** Edit, resolve, reopen or react to a comment on a change request. */
    readonly update: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Comment */
      commentId: string;
      /** True resolves the comment, false opens it again */
      resolved?: boolean | undefined;
      /** New text; unchanged when left out */
      body?: CommentText | undefined;
      /** Emojis to react with, as the caller */
      addedReactions?: Array<string> | undefined;
      /** The caller's own emojis to remove */
      removedReactions?: Array<string> | undefined;
    }, options?: CallOptions) => Promise<Comment>;
    /** Delete a comment on a change request, with its replies. */
    readonly remove: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Comment */
      commentId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** List the replies to a comment on a change request. */
    readonly listReplies: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Comment */
      commentId: string;
      format?: CommentFormat | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<CommentReply>;
    }>;
    /** Reply to a comment on a change request. */
    readonly createReply: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Comment */
      commentId: string;
      format?: CommentFormat | undefined;
      /** The text */
      body: CommentText;
    }, options?: CallOptions) => Promise<CommentReply>;
    /** Read one reply to a comment on a change request. */
    readonly getReply: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Comment */
      commentId: string;
      /** Reply to the comment */
      commentReplyId: string;
      format?: CommentFormat | undefined;
    }, options?: CallOptions) => Promise<CommentReply>;
    /** Edit or react to a reply to a comment on a change request. */
    readonly updateReply: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Comment */
      commentId: string;
      /** Reply to the comment */
      commentReplyId: string;
      /** No effect: only comments are resolved, not replies */
      resolved?: boolean | undefined;
      /** New text; unchanged when left out */
      body?: CommentText | undefined;
      /** Emojis to react with, as the caller */
      addedReactions?: Array<string> | undefined;
      /** The caller's own emojis to remove */
      removedReactions?: Array<string> | undefined;
    }, options?: CallOptions) => Promise<CommentReply>;
    /** Delete a reply to a comment on a change request. */
    readonly removeReply: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Comment */
      commentId: string;
      /** Reply to the comment */
      commentReplyId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** List the members who commented on a change request. */
    readonly listCommenters: (input: {
      /** Space */
      spaceId: string;
      /** Change request, by id or by its number in the space */
      changeRequestId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Member>;
    }>;
  };
  readonly git: {
    /** Start importing a branch of a Git repository into a space as its content. Returns as soon as the import has started; the space's revision changes when it has ended. */
    readonly import: (input: {
      /** Space */
      spaceId: string;
      /** Address of the repository; may hold a user name and password */
      url: string;
      /** Branch, as `refs/heads/<branch>` */
      ref: string;
      /** Names the clone to reuse in later calls */
      repoCacheID?: string | undefined;
      /** Prefix of links to files of the repository */
      repoTreeURL?: string | undefined;
      /** Prefix of links to commits */
      repoCommitURL?: string | undefined;
      /** Folder of the content in the repository; its root when left out */
      repoProjectDirectory?: string | undefined;
      /** When the cause happened; imports and exports run in this order */
      timestamp?: string | undefined;
      /** True runs it even if it would be skipped */
      force?: boolean | undefined;
      /** True creates a revision and leaves the space's content unchanged */
      standalone?: boolean | undefined;
      /** What the space stores about the repository */
      gitInfo?: {
        /** Who hosts the repository */
        provider?: "github" | "gitlab" | undefined;
        /** Address of the repository's files */
        url?: string | undefined;
      } | undefined;
    }, options?: CallOptions) => Promise<undefined>;
    /** Start an export that writes a space's content to a branch of a Git repository. Returns as soon as the export has started. */
    readonly export: (input: {
      /** Space */
      spaceId: string;
      /** Address of the repository; may hold a user name and password */
      url: string;
      /** Branch, as `refs/heads/<branch>` */
      ref: string;
      /** Names the clone to reuse in later calls */
      repoCacheID?: string | undefined;
      /** Prefix of links to files of the repository */
      repoTreeURL?: string | undefined;
      /** Prefix of links to commits */
      repoCommitURL?: string | undefined;
      /** Folder of the content in the repository; its root when left out */
      repoProjectDirectory?: string | undefined;
      /** When the cause happened; imports and exports run in this order */
      timestamp?: string | undefined;
      /** Message of the commit */
      commitMessage: string;
      /** True runs it even if it would be skipped */
      force?: boolean | undefined;
      /** What the space stores about the repository */
      gitInfo?: {
        /** Who hosts the repository */
        provider?: "github" | "gitlab" | undefined;
        /** Address of the repository's files */
        url?: string | undefined;
      } | undefined;
    }, options?: CallOptions) => Promise<undefined>;
    /** Read which Git repository a space is synchronized with. A space that was never imported from or exported to a repository returns 404. */
    readonly getInfo: (input: {
      /** Space */
      spaceId: string;
    }, options?: CallOptions) => Promise<GitInfo>;
    /** Remove a space's older Git installation, to make way for a Git integration. */
    readonly removeLegacyInstallation: (input: {
      /** Space */
      spaceId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly imports: {
    /** Start importing a website or uploaded files into a space, change request or page. Returns as soon as the run is created; read the run to see its progress. */
    readonly start: (input: {
      /** Organization */
      organizationId: string;
      /** Where the content comes from */
      source: ImportSource;
      /** Where the content goes */
      target: ImportTarget;
      /** Site it is for, where the space is not part of the site yet */
      site?: string | undefined;
      /** False keeps a language model from improving the content */
      enhance?: boolean | undefined;
    }, options?: CallOptions) => Promise<ImportRun>;
    /** List an organization's import runs. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Only those into this space */
      space?: string | undefined;
      /** Only those into this change request */
      changeRequest?: string | undefined;
      /** Only those for this site */
      site?: string | undefined;
      /** Only those with this status; `active` is pending or in progress */
      status?: ImportRunFilter | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<ImportRun>;
    }>;
    /** Read the progress of an import run. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Import run */
      importRunId: string;
    }, options?: CallOptions) => Promise<ImportRun>;
    /** Stop an import run that has not ended. */
    readonly cancel: (input: {
      /** Organization */
      organizationId: string;
      /** Import run */
      importRunId: string;
    }, options?: CallOptions) => Promise<ImportRun>;
  };
  readonly openapiSpecs: {
    /** List an organization's OpenAPI specifications. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<OpenAPISpec>;
    }>;
    /** Add an OpenAPI specification from a URL or as text. It is processed in the background: `processingState` shows when that is done and what went wrong. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      slug: string;
      /** Where it comes from */
      source: OpenAPISource;
    }, options?: CallOptions) => Promise<OpenAPISpec>;
    /** Read one OpenAPI specification's source, state and newest version. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
    }, options?: CallOptions) => Promise<OpenAPISpec>;
    /** Give an OpenAPI specification a new source, or add it if there is none of that name. It is processed in the background: `processingState` shows when that is done and what went wrong. */
    readonly set: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
      /** Where it comes from now */
      source: OpenAPISource;
    }, options?: CallOptions) => Promise<OpenAPISpec>;
    /** Make an OpenAPI specification public or private. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
      visibility: OpenAPIVisibility;
    }, options?: CallOptions) => Promise<OpenAPISpec>;
    /** Delete an OpenAPI specification with all its versions. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** List the versions of an OpenAPI specification. */
    readonly listVersions: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<OpenAPISpecVersion>;
    }>;
    /** Read the newest version's record of an OpenAPI specification. */
    readonly getLatestVersion: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
    }, options?: CallOptions) => Promise<OpenAPISpecVersion>;
    /** Read the newest version of an OpenAPI specification, parsed. */
    readonly getLatestContent: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
    }, options?: CallOptions) => Promise<OpenAPISpecContent>;
    /** Read the newest version of an OpenAPI specification as its original text. */
    readonly getLatestText: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
    }, options?: CallOptions) => Promise<OpenAPISpecText>;
    /** Read one version's record of an OpenAPI specification. */
    readonly getVersion: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
      /** Version of the specification */
      versionId: string;
    }, options?: CallOptions) => Promise<OpenAPISpecVersion>;
    /** Read one version of an OpenAPI specification, parsed. */
    readonly getContent: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the specification, unique in the organization */
      specSlug: string;
      /** Version of the specification */
      versionId: string;
    }, options?: CallOptions) => Promise<OpenAPISpecContent>;
  };
  readonly conversations: {
    /** List an organization's support conversations. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Only those from this source, as its `source` is written */
      source?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Conversation>;
    }>;
    /** Submit one or more support conversations, to find the issues in them. Issues are found later: the conversation's `processedAt` says when that was done. */
    readonly ingest: (input: {
      /** Organization */
      organizationId: string;
      /** One conversation, or a list of them */
      conversations: Array<ConversationInput> | ConversationInput;
    }, options?: CallOptions) => Promise<undefined>;
    /** Read one support conversation with its messages. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Conversation */
      conversationId: string;
    }, options?: CallOptions) => Promise<ConversationTranscript>;
  };
  readonly conversationIssues: {
    /** List the issues found in support conversations, each with its conversation. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Only those in this cluster */
      cluster?: string | undefined;
      /** Only those found in this conversation */
      conversation?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<ConversationIssueRecord>;
    }>;
    /** Read one issue with the conversation it was found in. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Issue found in a conversation */
      issueId: string;
    }, options?: CallOptions) => Promise<ConversationIssueRecord>;
  };
  readonly issueClusters: {
    /** List clusters of similar issues from support conversations. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** `desc` is newest or largest first */
      order?: SortOrder | undefined;
      /** What to sort by: the last change, or one of the counts */
      orderBy?: "updatedAt" | "issues" | "conversations" | "tasksTotal" | "tasksBacklog" | "tasksStarted" | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<IssueCluster>;
    }>;
    /** Read one cluster of issues. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Cluster of issues */
      clusterId: string;
    }, options?: CallOptions) => Promise<IssueCluster>;
    /** Mute or unmute a cluster of issues. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Cluster of issues */
      clusterId: string;
      /** True stops change requests from being proposed for it */
      muted: boolean;
    }, options?: CallOptions) => Promise<IssueCluster>;
  };
  readonly translations: {
    /** List an organization's translations of spaces. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Translation>;
    }>;
    /** Set up the translation of a space into another language. The translation is stored in a separate space, which each run brings up to date. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** What to translate */
      source: {
        /** Id of the space to translate */
        space: string;
        /** Language it is written in */
        language: Language;
      };
      /** Language to translate into */
      language: Language;
      /** Wording and style to follow */
      instructions?: RichDocument | undefined;
    }, options?: CallOptions) => Promise<Translation>;
    /** Read one translation's settings, status and statistics. With `segments`, also the segments that a run waits for, for the caller to translate. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Translation */
      translationId: string;
      /** How many of the segments that a run waits for to return */
      segments?: number | undefined;
      /** Cursor: `work.next.page` of an earlier answer */
      page?: string | undefined;
    }, options?: CallOptions) => Promise<Translation>;
    /** Replace the instructions a translation follows. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Translation */
      translationId: string;
      /** The new instructions as a whole */
      instructions: RichDocument;
    }, options?: CallOptions) => Promise<Translation>;
    /** Delete the set-up of a translation. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Translation */
      translationId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** Start a run of a translation, which brings it up to date with its space. It runs in the background: read the translation until its status is `completed`. With `translations`, a waiting run uses them and continues. */
    readonly run: (input: {
      /** Organization */
      organizationId: string;
      /** Translation */
      translationId: string;
      /** Translations of segments that a run waits for; all are accepted, or none */
      translations?: Array<{
        /** Id of the segment */
        segment: string;
        /** Its translation, with its placeholders */
        text: string;
      }> | undefined;
    }, options?: CallOptions) => Promise<undefined>;
  };
  readonly glossary: {
    /** List the terms that translations must use. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
      /** Sort by the term in this language */
      orderBy?: Language | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<GlossaryEntry>;
    }>;
    /** Add, change and remove terms that translations must use. Either all changes are applied, or none. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Changes, such as {"type":"insert","translations":{"en":"page","de":"Seite"}}; applied in order */
      operations: Array<GlossaryEdit>;
    }, options?: CallOptions) => Promise<undefined>;
  };
  readonly sites: {
    /** List the sites of an organization. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Only those that show this space */
      space?: string | undefined;
      /** Only those whose title has this text */
      title?: string | undefined;
      /** Only published or only unpublished ones */
      published?: boolean | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Site>;
    }>;
    /** Create an unpublished site from existing spaces. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Plan of the site */
      type?: SiteType | undefined;
      /** Name of the site */
      title?: string | undefined;
      /** Audience once published; `unlisted` is public without search engines */
      visibility?: SiteVisibility | undefined;
      /** Spaces it shows, in order */
      spaces?: Array<string> | undefined;
    }, options?: CallOptions) => Promise<Site>;
    /** Read one site. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
    }, options?: CallOptions) => Promise<Site>;
    /** Delete a site, not the spaces it shows. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** Change a site's title, audience, address, defaults or use by agents. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Name of the site */
      title?: string | undefined;
      /** Audience; `unlisted` is public without search engines */
      visibility?: SiteVisibility | undefined;
      /** First path segment of its address on a shared host */
      basename?: string | undefined;
      /** Host name of its own, such as docs.company.com; null for none */
      hostname?: string | null | undefined;
      /** Conditions on visitors' attributes */
      adaptiveContent?: AdaptiveContent | undefined;
      /** Whether agents may use the site */
      agentsContext?: AgentsContext | undefined;
      /** Site space shown first, in the site or its default section */
      defaultSiteSpace?: string | undefined;
      /** Section shown first */
      defaultSiteSection?: string | undefined;
      /** Host and path to be served below, such as company.com/docs; null for none */
      proxy?: string | null | undefined;
    }, options?: CallOptions) => Promise<Site>;
    /** Read which attributes of visitors a site's conditions may use. */
    readonly getAdaptiveSchema: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
    }, options?: CallOptions) => Promise<SiteAdaptiveSchema>;
    /** Replace the attributes of visitors that a site's conditions may use. Existing conditions are evaluated with the new schema from then on. */
    readonly updateAdaptiveSchema: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** The whole schema, not only what changes */
      jsonSchema: AdaptiveJsonSchema;
    }, options?: CallOptions) => Promise<SiteAdaptiveSchema>;
    /** List ready-made conditions on a site's attributes of visitors. */
    readonly listTemplateConditions: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
    }, options?: CallOptions) => Promise<{
      /** One for each way to tell visitors apart */
      items: Array<SiteTemplateCondition>;
    }>;
    /** Search the published pages of one site. Give `scope`, or its older form: `mode` with `siteSpaceIds` or `siteSpaceId`. */
    readonly search: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
      /** Words to look for; the last one may be unfinished */
      query: string;
      /** Where to search; needed unless `mode` or `siteSpaceIds` is given */
      scope?: SiteSearchScope | undefined;
      /** Older form of `scope.mode`, not used with `scope` */
      mode?: "specific" | "current" | "all" | undefined;
      /** With mode `specific`: the site spaces to search */
      siteSpaceIds?: SiteSpaceIds | undefined;
      /** With mode `current`: the site space the reader is in */
      siteSpaceId?: string | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SiteSearchResult>;
    }>;
  };
  readonly siteStructure: {
    /** Read a site's navigation as a tree: sections, groups, site spaces and external links. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Secret of a share link, to resolve published addresses */
      shareKey?: string | undefined;
    }, options?: CallOptions) => Promise<SiteStructure>;
    /** Move one item of a site's navigation before or after a sibling. Items move only among their siblings; to move a section into another group, update the section. */
    readonly sort: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** What to move */
      item: SiteStructurePointer;
      /** Where to: exactly one of `before` and `after` */
      position: {
        /** Sibling to move it before */
        before?: SiteStructurePointer | undefined;
        /** Sibling to move it after */
        after?: SiteStructurePointer | undefined;
      };
    }, options?: CallOptions) => Promise<SiteStructureItem>;
  };
  readonly siteSections: {
    /** List a site's sections, with the site spaces of each. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Secret of a share link, to resolve published addresses */
      shareKey?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SiteSection>;
    }>;
    /** Create a section of a site that shows a space. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Space it shows; null makes an empty one */
      spaceId: string | null;
      /** Fills the space that null makes */
      template?: ContentTemplate | undefined;
      /** Name in the navigation; the space's when left out */
      title?: string | null | undefined;
      /** Icon next to the title, such as `gear` */
      icon?: string | null | undefined;
      /** Show it in previews only */
      draft?: boolean | undefined;
      /** Page of the space to open first; its first when left out */
      pageId?: string | undefined;
      /** Group to put it in; the root when left out */
      siteSectionGroupId?: string | undefined;
    }, options?: CallOptions) => Promise<SiteSection>;
    /** Rename a section, change its path, audience or default, or move it into another group. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Section of the site */
      siteSectionId: string;
      /** Name in the navigation */
      title?: string | undefined;
      /** Title in further languages, by language code */
      localizedTitle?: { [Name in Language]?: string } | undefined;
      /** Path segment within the site */
      path?: string | undefined;
      /** Site space of the section to show first */
      defaultSiteSpace?: string | undefined;
      /** Expression over visitors; null shows it to all */
      condition?: string | null | undefined;
      /** Icon next to the title; null for none */
      icon?: string | null | undefined;
      /** True keeps it to previews, false makes it live */
      draft?: boolean | undefined;
      /** Line below the title; null for none */
      description?: string | null | undefined;
      /** Description in further languages, by language code */
      localizedDescription?: { [Name in Language]?: string } | undefined;
      /** Group to move it into; null is the root */
      siteSectionGroupId?: string | null | undefined;
    }, options?: CallOptions) => Promise<SiteSection>;
    /** Remove a section from a site's navigation. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Section of the site */
      siteSectionId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly siteSectionGroups: {
    /** List a site's section groups, with what is in each. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SiteSectionGroup>;
    }>;
    /** Create a section group in a site's navigation, and move sections into it. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Name in the navigation */
      title: string;
      /** Icon next to the title, such as `gear` */
      icon?: string | null | undefined;
      /** Sections to move into it, in order */
      sections?: Array<string> | undefined;
      /** Group to nest it in; the root when left out */
      parent?: string | undefined;
    }, options?: CallOptions) => Promise<SiteSectionGroup>;
    /** Remove a section group from a site's navigation. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Group of the site's sections */
      siteSectionGroupId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** Change a section group's title or icon. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Group of the site's sections */
      siteSectionGroupId: string;
      /** Name in the navigation */
      title?: string | undefined;
      /** Icon next to the title; null for none */
      icon?: string | null | undefined;
    }, options?: CallOptions) => Promise<SiteSectionGroup>;
    /** Move a section of the site into a section group. */
    readonly addSection: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Group of the site's sections */
      siteSectionGroupId: string;
      /** Section to move */
      sectionId: string;
    }, options?: CallOptions) => Promise<SiteSectionGroup>;
  };
  readonly siteSpaces: {
    /** Show a space in a site, as a variant of the site or of one section. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Space to show; null makes an empty one */
      spaceId: string | null;
      /** Fills the space that null makes */
      template?: ContentTemplate | undefined;
      /** Section to add it to; the default one when left out */
      sectionId?: string | undefined;
      /** Show it in previews only */
      draft?: boolean | undefined;
      /** Page of the space to open first; null is its first */
      pageId?: string | null | undefined;
      /** Title of the space that null makes */
      title?: string | undefined;
    }, options?: CallOptions) => Promise<SiteSpace>;
    /** List the spaces a site shows, with the path and section of each. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Secret of a share link, to resolve published addresses */
      shareKey?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
      /** True for the default one alone, false for the others */
      default?: boolean | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SiteSpace>;
    }>;
    /** Change where and to whom a site shows a space, or which space it shows. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Site space: a space's place in a site, not the space itself */
      siteSpaceId: string;
      /** Path segment within its section or the site */
      path?: string | undefined;
      /** Expression over visitors; null shows it to all */
      condition?: string | null | undefined;
      /** Page of the space to open first; null is its first */
      pageId?: string | null | undefined;
      /** Space to show here instead */
      spaceId?: string | undefined;
      /** True takes it out of the navigation; addresses still work */
      hidden?: boolean | undefined;
      /** True keeps it to previews, false makes it live */
      draft?: boolean | undefined;
    }, options?: CallOptions) => Promise<SiteSpace>;
    /** Stop showing a space in a site. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Site space: a space's place in a site, not the space itself */
      siteSpaceId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly siteCustomization: {
    /** Read how a site looks: colors, fonts, header, footer and what readers can do. Older form: `getPublishedContentSite` also returns the customization of a site and its site spaces. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
    }, options?: CallOptions) => Promise<SiteCustomization>;
    /** Replace how a site looks: colors, fonts, header, footer and what readers can do. What is left out goes back to its default: read the settings, change them and send them whole. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** All settings, as read and then changed */
      settings: SiteCustomizationSettings;
    }, options?: CallOptions) => Promise<SiteCustomization>;
    /** Read how one site space looks, with its own settings applied over those of the site. Older form: `getPublishedContentSite` also returns the customization of a site and its site spaces. */
    readonly getSiteSpace: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Site space: a space's place in a site, not the space itself */
      siteSpaceId: string;
    }, options?: CallOptions) => Promise<SiteCustomization>;
    /** Let one site space look different from its site, or remove some of its own settings. */
    readonly overrideSiteSpace: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Site space: a space's place in a site, not the space itself */
      siteSpaceId: string;
      /** Only the settings that differ; others are unchanged */
      override: SiteSpaceCustomization;
    }, options?: CallOptions) => Promise<SiteCustomization>;
    /** Let one site space look like its site again, without settings of its own. */
    readonly resetSiteSpace: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Site space: a space's place in a site, not the space itself */
      siteSpaceId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly siteRedirects: {
    /** List a site's redirects. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
      /** Only those whose source has this text */
      search?: string | undefined;
      /** True lists drafts instead of live ones */
      draft?: boolean | undefined;
      /** Dates with the newest first, sources from a to z */
      orderBy?: "createdAt" | "updatedAt" | "source" | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SiteRedirect>;
    }>;
    /** Find the redirect that matches a path of a site, and where it leads. */
    readonly getBySource: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Secret of a share link, to resolve published addresses */
      shareKey?: string | undefined;
      /** Path of the site, such as /guides/setup */
      source: string;
    }, options?: CallOptions) => Promise<ResolvedRedirect>;
    /** Send readers of an old path of the site to a page, section or address. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Old path, such as /guides/setup; a trailing * matches more */
      source: string;
      /** Add what the `*` matched to the destination */
      captureWildcard?: boolean | undefined;
      /** Only previews follow it */
      draft?: boolean | undefined;
      /** Let browsers remember it */
      permanent?: boolean | undefined;
      /** Where to send readers */
      destination: RedirectTarget;
    }, options?: CallOptions) => Promise<SiteRedirect>;
    /** Write, delete or make live up to 500 redirects of a site. Each is independent: some can fail while others succeed, and the results show which. */
    readonly upsert: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** What to do, one entry for each redirect */
      redirects: Array<RedirectChange>;
    }, options?: CallOptions) => Promise<{
      /** One for each entry, in the same order */
      results: Array<RedirectOutcome>;
    }>;
    /** Change one redirect of a site. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Redirect of the site */
      siteRedirectId: string;
      /** Old path; a trailing * matches more */
      source?: string | undefined;
      /** Add what the `*` matched to the destination */
      captureWildcard?: boolean | undefined;
      /** False makes a draft live */
      draft?: boolean | undefined;
      /** Let browsers remember it */
      permanent?: boolean | undefined;
      /** Where to send readers */
      destination?: RedirectPlace | undefined;
    }, options?: CallOptions) => Promise<SiteRedirect>;
    /** Delete one redirect of a site. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Redirect of the site */
      siteRedirectId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly siteShareLinks: {
    /** List a site's share links, with the secret address of each. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
      /** Only those whose name has this text, or whose secret is this text */
      search?: string | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<ShareLink>;
    }>;
    /** Create a secret address that opens a site for anyone who has it. Takes effect while the site's visibility is `share-link`. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Who or what it is for */
      name: string;
    }, options?: CallOptions) => Promise<ShareLink>;
    /** Rename a share link, or switch it off and on. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Share link of the site */
      shareLinkId: string;
      /** False closes its address until switched on again */
      active?: boolean | undefined;
      /** Who or what it is for */
      name?: string | undefined;
    }, options?: CallOptions) => Promise<ShareLink>;
    /** Delete a share link; its address stops working. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Share link of the site */
      shareLinkId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly sitePublishing: {
    /** Make a site reachable for the audience of its visibility. If the plan does not cover it, nothing is published and the response is a checkout for a person. */
    readonly publish: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
    }, options?: CallOptions) => Promise<PublishOutcome>;
    /** Take a site offline; settings and content stay. */
    readonly unpublish: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
    }, options?: CallOptions) => Promise<Site>;
    /** Read a site with its structure, customization and scripts: all that showing it needs. */
    readonly getPublished: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Secret of a share link, to resolve published addresses */
      shareKey?: string | undefined;
    }, options?: CallOptions) => Promise<PublishedSite>;
    /** Read how a site's visitors sign in, with the secret that signs their tokens. */
    readonly getAuth: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
    }, options?: CallOptions) => Promise<PublishingAuth>;
    /** Change how a site's visitors sign in. Takes effect while the site's visibility is `visitor-auth`. */
    readonly updateAuth: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Your own server, or the integration installed on the site */
      backend: AuthBackend;
      /** Where to send visitors who fail; null for nowhere */
      fallbackURL?: string | null | undefined;
      /** With `custom`: where to sign out; null for nowhere */
      logoutURL?: string | null | undefined;
    }, options?: CallOptions) => Promise<PublishingAuth>;
    /** Get an address that shows a site as it would be published, for an hour. */
    readonly getPreview: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Site space to open; the default one when left out */
      siteSpace?: string | undefined;
      /** Attributes of the visitor to simulate, in Rison */
      claims?: string | undefined;
      /** False leaves out what is draft */
      draft?: boolean | undefined;
      /** Address to open within the preview; its start when left out */
      target?: string | undefined;
    }, options?: CallOptions) => Promise<SitePreview>;
  };
  readonly service: {
    /** Read which release of the service is running. */
    readonly getInformation: (input: {}, options?: CallOptions) => Promise<ServiceInformation>;
  };
  readonly users: {
    /** Read who the token belongs to. */
    readonly getAuthenticated: (input: {}, options?: CallOptions) => Promise<User>;
    /** Read one user. */
    readonly get: (input: {
      /** User */
      userId: string;
    }, options?: CallOptions) => Promise<User>;
  };
  readonly organizations: {
    /** List the organizations the caller belongs to. */
    readonly list: (input: {
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Organization>;
    }>;
    /** Create an organization, which the caller then administers. On the embedded platform, this requires an administrator of the organization that the installation was created with. */
    readonly create: (input: {
      /** Display name */
      title: string;
      /** Users with a verified address in one of these domains may join */
      emailDomains?: Array<string> | undefined;
      /** What it is for; only shown */
      useCase?: OrganizationUseCase | undefined;
    }, options?: CallOptions) => Promise<Organization>;
    /** Read one organization. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
    }, options?: CallOptions) => Promise<Organization>;
    /** Change an organization's name, who may join it, its sign-on or its merge rules. The embedded platform applies all of them except `hostname`, `defaultContent`, `logo` and `ai`, which it only stores and returns. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Display name */
      title?: string | undefined;
      /** Users with a verified address in one of these domains may join */
      emailDomains?: Array<string> | undefined;
      /** Name in the address of its content, unless a site has its own */
      hostname?: string | undefined;
      /** Role new members get; null makes them guests */
      defaultRole?: MemberRole | undefined;
      /** What members see first; null clears it */
      defaultContent?: DefaultContent | null | undefined;
      /** Address of its picture; null removes it */
      logo?: string | null | undefined;
      /** True allows signing in through the SAML provider only */
      sso?: boolean | undefined;
      /** Switches features that use language models on or off */
      ai?: boolean | undefined;
      /** False stops invite links from working */
      inviteLinks?: boolean | undefined;
      /** What spaces without their own rules require before a merge */
      mergeRules?: OrganizationMergeRules | undefined;
    }, options?: CallOptions) => Promise<Organization>;
    /** Make the caller a member of an organization that accepts the domain of their e-mail address. */
    readonly join: (input: {
      /** Organization */
      organizationId: string;
    }, options?: CallOptions) => Promise<undefined>;
    /** List the organizations that users with an address in an e-mail domain may join. */
    readonly listForEmailDomain: (input: {
      /** Domain of an e-mail address, such as `example.com` */
      emailDomain: string;
    }, options?: CallOptions) => Promise<{
      /** Those that accept the domain */
      organizations: Array<Organization>;
    }>;
  };
  readonly members: {
    /** List or search the members of an organization. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** `desc` is newest first */
      order?: SortOrder | undefined;
      /** Only those with this role; `guest` is those without one */
      role?: "admin" | "create" | "review" | "edit" | "comment" | "read" | "guest" | undefined;
      /** Words in the name or e-mail address */
      search?: string | undefined;
      /** What to sort by; `lastSeenAt` leaves out those never active */
      sort?: "joinedAt" | "lastSeenAt" | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Member>;
    }>;
    /** Read one member of an organization. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** User */
      userId: string;
    }, options?: CallOptions) => Promise<Member>;
    /** Remove a member from an organization. 202 means that it was requested from administrators. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** User */
      userId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** Change a member's role in an organization. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** User */
      userId: string;
      /** The new role; null makes the member a guest */
      role?: MemberRole | undefined;
    }, options?: CallOptions) => Promise<Member>;
    /** Record that the caller is active in an organization now. */
    readonly updateLastSeen: (input: {
      /** Organization */
      organizationId: string;
    }, options?: CallOptions) => Promise<{
      /** Signed claims (JWT) about the user, where there are any */
      serviceVisitorClaims?: string | undefined;
      /** Name that the public service gives `serviceVisitorClaims` */
      gitbookVisitorClaims?: string | undefined;
    }>;
    /** Let a user sign in to an organization through its SAML provider. */
    readonly setSso: (input: {
      /** Organization */
      organizationId: string;
      /** User */
      userId: string;
    }, options?: CallOptions) => Promise<Member>;
    /** List the spaces a member can open, with the role in each. */
    readonly listSpaces: (input: {
      /** Organization */
      organizationId: string;
      /** User */
      userId: string;
      /** `desc`, newest first, when left out */
      order?: SortOrder | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<MemberSpace>;
    }>;
    /** List the teams a member is in, with the role in each. */
    readonly listTeams: (input: {
      /** Organization */
      organizationId: string;
      /** User */
      userId: string;
      /** Only teams with this in their title, ignoring case */
      title?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<MemberTeam>;
    }>;
  };
  readonly teams: {
    /** List the teams of an organization. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Only teams that this user may manage */
      owner?: string | undefined;
      /** Only teams with this in their title, ignoring case */
      title?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Team>;
    }>;
    /** Create a team. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Name of the team */
      title: string;
      /** Members of the organization to add, by id */
      members?: Array<string> | undefined;
    }, options?: CallOptions) => Promise<Team>;
    /** Read one team. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** Team */
      teamId: string;
    }, options?: CallOptions) => Promise<Team>;
    /** Delete one team of an organization. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Team */
      teamId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** Rename a team. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Team */
      teamId: string;
      /** The new name */
      title: string;
    }, options?: CallOptions) => Promise<Team>;
    /** List the members of a team. */
    readonly listMembers: (input: {
      /** Organization */
      organizationId: string;
      /** Team */
      teamId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<TeamMember>;
    }>;
    /** Add, remove and change the roles of a team's members in one step. Members it does not name stay as they are. */
    readonly updateMembers: (input: {
      /** Organization */
      organizationId: string;
      /** Team */
      teamId: string;
      /** Users to add, each by id or e-mail address */
      add?: Array<string> | undefined;
      /** Users to remove, each by id or e-mail address; wins over `add` */
      remove?: Array<string> | undefined;
      /** Roles in the team, by user id or e-mail address; adds users who are not in it */
      memberships?: { [name: string]: {
        role: TeamMemberRole;
      } } | undefined;
    }, options?: CallOptions) => Promise<undefined>;
    /** Add a user to a team, or change the user's role there. */
    readonly setMember: (input: {
      /** Organization */
      organizationId: string;
      /** Team */
      teamId: string;
      /** User */
      userId: string;
      role?: TeamMemberRole | undefined;
    }, options?: CallOptions) => Promise<undefined>;
    /** Remove a user from a team. */
    readonly removeMember: (input: {
      /** Organization */
      organizationId: string;
      /** Team */
      teamId: string;
      /** User */
      userId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly invites: {
    /** Invite users to an organization by e-mail. */
    readonly inviteUsers: (input: {
      /** Organization */
      organizationId: string;
      /** Who to invite, each an address or an address with its own role */
      emails: Array<Invitee>;
      /** Role of those without one of their own; null makes guests */
      role?: MemberRole | undefined;
      /** True has them sign in through the SAML provider; false when left out */
      sso?: boolean | undefined;
    }, options?: CallOptions) => Promise<InvitationOutcome>;
    /** Make the caller a member of an organization with an invite link. */
    readonly join: (input: {
      /** Organization */
      organizationId: string;
      /** Invite link; anyone who has the id can join with it */
      inviteId: string;
    }, options?: CallOptions) => Promise<{ [name: string]: unknown }>;
    /** List the invite links to an organization as a whole. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<OrganizationInvite>;
    }>;
    /** Create an invite link to an organization, or to one space or collection of it. Give `role` alone for the organization, or `level` with either `space` or `collection`. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Role in the organization; null makes guests */
      role?: MemberRole | undefined;
      /** Role in the space or collection; null grants none */
      level?: MemberRole | undefined;
      /** Space it opens, by id */
      space?: string | undefined;
      /** Collection it opens, by id */
      collection?: string | undefined;
    }, options?: CallOptions) => Promise<Invite>;
    /** Change the role that an invite link grants. Give `role` for a link to the organization, `level` for one to a space or collection. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** Invite link; anyone who has the id can join with it */
      inviteId: string;
      /** New role in the organization; null makes guests */
      role?: MemberRole | undefined;
      /** New role in the space or collection; null grants none */
      level?: MemberRole | undefined;
    }, options?: CallOptions) => Promise<Invite>;
    /** Delete an invite link, so that no one can join with it any more. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** Invite link; anyone who has the id can join with it */
      inviteId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly spacePermissions: {
    /** Give users and teams a role in a space. Give `users`, `teams` or both. It replaces any earlier role there. */
    readonly grant: (input: {
      /** Space */
      spaceId: string;
      /** Teams to give the role, by id */
      teams?: Array<string> | undefined;
      /** Users to give the role, by id */
      users?: Array<string> | undefined;
      /** What they may do in the space; null denies access */
      role: MemberRole;
    }, options?: CallOptions) => Promise<undefined>;
    /** List everyone who can open a space, with the role that counts. The role comes from grants to the user and the user's teams, and from the space's default level. */
    readonly listAll: (input: {
      /** Space */
      spaceId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
      /** Only those with this role */
      role?: Role | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<UserPermission>;
    }>;
    /** List the users who were given a role in a space. */
    readonly listUsers: (input: {
      /** Space */
      spaceId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<UserPermission>;
    }>;
    /** List the teams that were given a role in a space. */
    readonly listTeams: (input: {
      /** Space */
      spaceId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<TeamPermission>;
    }>;
    /** Change the role a user was given in a space. */
    readonly updateUser: (input: {
      /** Space */
      spaceId: string;
      /** User */
      userId: string;
      /** The new role; null denies access */
      role?: MemberRole | undefined;
    }, options?: CallOptions) => Promise<undefined>;
    /** Revoke the role a user was given in a space. The user keeps what a team or the space's default level grants. */
    readonly removeUser: (input: {
      /** Space */
      spaceId: string;
      /** User */
      userId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly samlProviders: {
    /** List the SAML providers of an organization. */
    readonly list: (input: {
      /** Organization */
      organizationId: string;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SamlProvider>;
    }>;
    /** Add a SAML provider that users sign in to an organization with. With only the label, it is `pending`, and the response contains what to enter at the identity provider. */
    readonly create: (input: {
      /** Organization */
      organizationId: string;
      /** Name on the button of the sign-in page */
      label: string;
      /** Entity ID of the identity provider */
      entityID?: string | undefined;
      /** The identity provider's signing certificate, in PEM */
      certificate?: string | undefined;
      /** Where the identity provider takes users to sign in */
      ssoURL?: string | undefined;
      /** Team that users join on their first sign-in, by id */
      defaultTeam?: string | undefined;
      /** Role of users on their first sign-in; null makes guests */
      defaultRole?: MemberRole | undefined;
    }, options?: CallOptions) => Promise<SamlProvider>;
    /** Read one SAML provider. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
      /** SAML provider */
      samlProviderId: string;
    }, options?: CallOptions) => Promise<SamlProvider>;
    /** Delete a SAML provider; no one can sign in with it any more. */
    readonly remove: (input: {
      /** Organization */
      organizationId: string;
      /** SAML provider */
      samlProviderId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** Change a SAML provider's settings. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** SAML provider */
      samlProviderId: string;
      /** Name on the button of the sign-in page */
      label?: string | undefined;
      /** Entity ID of the identity provider */
      entityID?: string | undefined;
      /** The identity provider's signing certificate, in PEM */
      certificate?: string | undefined;
      /** Where the identity provider takes users to sign in */
      ssoURL?: string | undefined;
      /** Team that users join on their first sign-in, by id */
      defaultTeam?: string | undefined;
      /** Role of users on their first sign-in; null makes guests */
      defaultRole?: MemberRole | undefined;
    }, options?: CallOptions) => Promise<SamlProvider>;
    /** List the ways to sign in to an organization through its SAML providers. */
    readonly listLogins: (input: {
      /** Organization */
      organizationId: string;
    }, options?: CallOptions) => Promise<{
      /** One for each provider */
      items: Array<SsoLogin>;
    }>;
  };
  readonly agentInstructions: {
    /** Read the organization's house rules for agents. */
    readonly get: (input: {
      /** Organization */
      organizationId: string;
    }, options?: CallOptions) => Promise<AgentInstructions>;
    /** Replace the organization's house rules for agents. */
    readonly update: (input: {
      /** Organization */
      organizationId: string;
      /** The new rules as a whole */
      instructions: RichDocument;
    }, options?: CallOptions) => Promise<AgentInstructions>;
  };
  readonly integrations: {
    /** List or search the integrations that can be installed. */
    readonly list: (input: {
      /** Words in the name */
      search?: string | undefined;
      /** Only those listed there */
      category?: IntegrationCategory | undefined;
      /** Only those with blocks for one of these domains */
      blockDomain?: Array<string> | undefined;
      /** Only those that add blocks, or only those that add none */
      blocks?: boolean | undefined;
      /** Only those that compute content, or only those that do not */
      contentSources?: boolean | undefined;
      /** Only those that this organization published */
      owner?: string | undefined;
      /** Only those that ask for this */
      scope?: IntegrationScope | undefined;
      /** Only those that are installed on this */
      target?: IntegrationTarget | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Integration>;
    }>;
    /** Read one integration. */
    readonly get: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
    }, options?: CallOptions) => Promise<Integration>;
    /** Publish an integration, or a new version of one. */
    readonly publish: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Runtime its script is written for; `v1` when left out */
      runtime?: "v1" | "v2" | undefined;
      /** Picture in base64 */
      icon?: string | undefined;
      /** Display name */
      title: string;
      /** What it does, in one line */
      description: string;
      /** What it does, in detail, in Markdown */
      summary?: string | undefined;
      /** Pictures that show it, in base64 */
      previewImages?: Array<string> | undefined;
      /** `unlisted` can be installed by those who know its name */
      visibility?: IntegrationVisibility | undefined;
      /** What it can be installed on; everything when left out */
      target?: IntegrationTarget | undefined;
      /** What an installation allows it to do */
      scopes: Array<IntegrationScope>;
      /** Where it is listed */
      categories?: Array<IntegrationCategory> | undefined;
      /** Blocks it adds to the editor */
      blocks?: Array<IntegrationBlockInput> | undefined;
      /** Content it computes from other sources */
      contentSources?: Array<ContentSourceInput> | undefined;
      /** Links to show with it */
      externalLinks?: Array<ExternalLinkInput> | undefined;
      /** Configuration requested on installation */
      configurations?: IntegrationConfigurationsInput | undefined;
      /** Its code, bundled into one script */
      script: string;
      /** Where events are posted, signed, instead of running the script */
      endpoint?: string | undefined;
      /** Types of events it receives in addition to those of the public service; none when left out */
      events?: Array<AdditionalEventType> | undefined;
      /** Who publishes it: id or subdomain of an organization */
      organization: string;
      /** At most 20 secrets that its script can read, by name */
      secrets?: { [name: string]: string } | undefined;
      /** What its script and blocks may load */
      contentSecurityPolicy?: ContentSecurityPolicy | undefined;
    }, options?: CallOptions) => Promise<Integration>;
    /** Withdraw a published integration. */
    readonly unpublish: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** List the events sent to an integration. */
    readonly listEvents: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Only these; what was sent, when left out */
      status?: IntegrationEventStatus | undefined;
      /** Only those of this installation, by id */
      installation?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<IntegrationEvent>;
    }>;
    /** Read one event of an integration with the log of its handling. */
    readonly getEvent: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Event of the integration */
      eventId: string;
    }, options?: CallOptions) => Promise<IntegrationEventDetail>;
    /** Queue a task for an integration's script, as the integration. Accepts only the token of the integration itself. Its script receives the task as a `task` event. */
    readonly queueTask: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** What the script receives */
      task: { [name: string]: unknown };
      /** Seconds to wait first; 0 when left out */
      schedule?: number | undefined;
    }, options?: CallOptions) => Promise<undefined>;
    /** Send an integration's events to a developer's tunnel instead of the published script. */
    readonly setDevelopmentMode: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Where the tunnel receives events */
      tunnelUrl: string;
      /** True also sends the events of other organizations than the publisher's */
      all?: boolean | undefined;
    }, options?: CallOptions) => Promise<undefined>;
    /** Send an integration's events to the published script again. */
    readonly unsetDevelopmentMode: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
  };
  readonly installations: {
    /** List where an integration is installed. */
    readonly list: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Only those with this external id */
      externalId?: string | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Installation>;
    }>;
    /** Install an integration in an organization, with the access its scopes name. */
    readonly install: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Organization to install it in, by id */
      organization: string;
    }, options?: CallOptions) => Promise<Installation>;
    /** List the spaces an integration is installed on. */
    readonly listOnSpaces: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Only those with this external id */
      externalId?: string | undefined;
      /** True returns whole spaces instead of their ids */
      extended?: boolean | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SpaceInstallation>;
    }>;
    /** List the sites an integration is installed on. */
    readonly listOnSites: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Only those with this external id */
      externalId?: string | undefined;
      /** True returns whole sites instead of their ids */
      extended?: boolean | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SiteInstallation>;
    }>;
    /** Read one installation of an integration. */
    readonly get: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
    }, options?: CallOptions) => Promise<Installation>;
    /** Configure an installation, or choose what it works on. */
    readonly update: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** External ids that the integration set; replaces the old ones */
      externalIds?: ExternalIds | undefined;
      /** Configuration; replaces the old one */
      configuration?: { [name: string]: unknown } | undefined;
      /** All spaces, or only those it is installed on */
      space_selection?: InstallationSelection | undefined;
      /** All sites, or only those it is installed on */
      site_selection?: InstallationSelection | undefined;
      /** Events to send again, by id, before those that wait */
      replay?: Array<string> | undefined;
    }, options?: CallOptions) => Promise<Installation>;
    /** Uninstall an integration, and revoke its access. */
    readonly uninstall: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** Let an installation work on an additional space. */
    readonly installOnSpace: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** True returns the whole space instead of its id */
      extended?: boolean | undefined;
      /** Space to install it on, by id */
      space: string;
    }, options?: CallOptions) => Promise<SpaceInstallation>;
    /** List the spaces an installation was added to. */
    readonly listSpaces: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** True returns whole spaces instead of their ids */
      extended?: boolean | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SpaceInstallation>;
    }>;
    /** Read an installation's state and configuration on one space. */
    readonly getOnSpace: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** Space */
      spaceId: string;
      /** True returns the whole space instead of its id */
      extended?: boolean | undefined;
    }, options?: CallOptions) => Promise<SpaceInstallation>;
    /** Configure an installation on one space. */
    readonly updateOnSpace: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** Space */
      spaceId: string;
      /** True returns the whole space instead of its id */
      extended?: boolean | undefined;
      /** External ids that the integration set; replaces the old ones */
      externalIds?: ExternalIds | undefined;
      /** Configuration here; replaces the old one */
      configuration?: { [name: string]: unknown } | undefined;
    }, options?: CallOptions) => Promise<SpaceInstallation>;
    /** Remove an installation from one space, with its configuration there. */
    readonly uninstallFromSpace: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** Space */
      spaceId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** List the sites an installation was added to. */
    readonly listSites: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** True returns whole sites instead of their ids */
      extended?: boolean | undefined;
      /** Cursor from the previous response's `next.page`; leave out for the first page */
      page?: string | undefined;
      /** Items per response, at most 1000; 50 when left out */
      limit?: number | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<SiteInstallation>;
    }>;
    /** Let an installation work on an additional site. */
    readonly installOnSite: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** True returns the whole site instead of its id */
      extended?: boolean | undefined;
      /** Site to install it on, by id */
      siteId: string;
    }, options?: CallOptions) => Promise<SiteInstallation>;
    /** Read an installation's state and configuration on one site. */
    readonly getOnSite: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** Site */
      siteId: string;
      /** True returns the whole site instead of its id */
      extended?: boolean | undefined;
    }, options?: CallOptions) => Promise<SiteInstallation>;
    /** Configure an installation on one site. */
    readonly updateOnSite: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** Site */
      siteId: string;
      /** True returns the whole site instead of its id */
      extended?: boolean | undefined;
      /** External ids that the integration set; replaces the old ones */
      externalIds?: ExternalIds | undefined;
      /** Configuration here; replaces the old one */
      configuration?: { [name: string]: unknown } | undefined;
    }, options?: CallOptions) => Promise<SiteInstallation>;
    /** Remove an installation from one site, with its configuration there. */
    readonly uninstallFromSite: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
      /** Site */
      siteId: string;
    }, options?: CallOptions) => Promise<{ deleted: boolean }>;
    /** Get a token for one installation, as its integration. Accepts only the token of the integration itself. The new token works for an hour. */
    readonly createToken: (input: {
      /** Name of the integration, unique everywhere */
      integrationName: string;
      /** Installation of the integration */
      installationId: string;
    }, options?: CallOptions) => Promise<InstallationToken>;
    /** List the integrations that work on a space. */
    readonly listInSpace: (input: {
      /** Space */
      spaceId: string;
      /** Words in the name */
      search?: string | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Integration>;
    }>;
    /** List the integrations that work on a site. */
    readonly listInSite: (input: {
      /** Organization */
      organizationId: string;
      /** Site */
      siteId: string;
      /** Words in the name */
      search?: string | undefined;
    }, options?: CallOptions) => Promise<{
      /** Absent on the last page */
      next?: {
        /** Cursor to pass as `page` for the next page */
        page: string;
      } | undefined;
      /** How many items there are in all */
      count?: number | undefined;
      /** The items of this page of the list */
      items: Array<Integration>;
    }>;
  };
};
