import type { Insertable, Kysely, Selectable, Transaction } from "kysely";
import type { AccessTables } from "./tables/access.ts";
import type { ChangeRequestTables } from "./tables/change-requests.ts";
import type { CommentTables } from "./tables/comments.ts";
import type { ComputedTables } from "./tables/computed.ts";
import type { ConfirmationTables } from "./tables/confirmations.ts";
import type { ContentTables } from "./tables/content.ts";
import type { ConversationTables } from "./tables/conversations.ts";
import type { GitTables } from "./tables/git.ts";
import type { ImportTables } from "./tables/imports.ts";
import type { JobTables } from "./tables/jobs.ts";
import type { LinkTables } from "./tables/links.ts";
import type { OpenAPITables } from "./tables/openapi.ts";
import type { PeopleTables } from "./tables/people.ts";
import type { ReviewTables } from "./tables/reviews.ts";
import type { SearchTables } from "./tables/search.ts";
import type { SettingTables } from "./tables/settings.ts";
import type { SpaceTables } from "./tables/spaces.ts";
import type { SpendingTables } from "./tables/spending.ts";
import type { TranslationTables } from "./tables/translations.ts";

/** Every table of the store; each area declares its own. */
export interface Tables
  extends AccessTables,
    ChangeRequestTables,
    CommentTables,
    ComputedTables,
    ConfirmationTables,
    ContentTables,
    GitTables,
    ConversationTables,
    ImportTables,
    JobTables,
    LinkTables,
    OpenAPITables,
    PeopleTables,
    ReviewTables,
    SearchTables,
    SettingTables,
    SpaceTables,
    SpendingTables,
    TranslationTables {}

/** What queries run on: the database itself or an open transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>;
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
