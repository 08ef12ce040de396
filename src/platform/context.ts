import type { SpaceContent } from "./content/space-content.ts";
import type { ConversationSettings } from "./conversations/settings.ts";
import type { GitAuthor } from "./git/make-commit.ts";
import type { FileLinks } from "./http/file-links.ts";
import type { OpenAPILinks } from "./http/openapi-links.ts";
import type { PdfLinks } from "./http/pdf-links.ts";
import type { NewJob } from "./jobs/new-job.ts";
import type { ModelSettings } from "./models/settings.ts";
import type { Fetched } from "./outbound/outbound.ts";
import type { Queries, Row } from "./store/tables.ts";
import type { TranslationSettings } from "./translation/providers/settings.ts";

/** What a handler works with: one caller, one transaction. */
export interface Context {
  readonly queries: Queries;
  readonly content: SpaceContent;
  readonly user: Row<"user">;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Scheme, host and port the caller reached the service at. */
  readonly origin: string;
  readonly fileLinks: FileLinks;
  readonly pdfLinks: PdfLinks;
  readonly conversations: ConversationSettings;
  /** The language model that the operator named; `openModel` asks it, outside transactions. */
  readonly model: ModelSettings | undefined;
  readonly translation: TranslationSettings;
  readonly openapiLinks: OpenAPILinks;
  /** What the URLs in the request's input gave, by URL. */
  readonly fetched: ReadonlyMap<string, Fetched>;
  /** The revision of the request's `If-Match` header. */
  readonly ifMatch: string | undefined;
  /** Whose name commits bear; that of the person who exports where it is left out. */
  readonly gitAuthor: GitAuthor | undefined;
  /** Whether a repository at a `file://` address may be asked for. */
  hasFolder(url: URL): boolean;
  /** Puts a job into the queue with this transaction, and answers its id. It begins once the transaction is through. */
  enqueue(job: NewJob): Promise<string>;
}
