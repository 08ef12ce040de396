import type { Json, Timestamp } from "./columns.ts";

interface CommentTable {
  id: string;
  /** The space, or the change request, whose content is discussed. */
  place: string;
  /** Order of posting within the place; replies are numbered along. */
  number: number;
  page: string | null;
  /** Key of the block in the revision the place's comments were followed to, or in `lost_revision`. */
  node: string | null;
  cell_record: string | null;
  cell_definition: string | null;
  /** The last revision that has what the comment is about; null while the newest one has it. */
  lost_revision: string | null;
  review: string | null;
  author: string;
  posted_at: Timestamp;
  edited_at: Timestamp | null;
  status: string;
  resolved_at: Timestamp | null;
  resolved_by: string | null;
  /** `{markdown}` or `{document}`, as it was given. */
  body: Json;
}

interface CommentReplyTable {
  id: string;
  comment: string;
  number: number;
  author: string;
  posted_at: Timestamp;
  edited_at: Timestamp | null;
  body: Json;
}

interface CommentReactionTable {
  /** A comment or a reply. */
  post: string;
  emoji: string;
  user: string;
  reacted_at: Timestamp;
}

interface CommentPlaceTable {
  place: string;
  /** The revision to which the targets of the comments were followed. */
  revision: string;
  last_number: number;
}

/** How many comments a page of a place has, and under the page `""` the whole place. */
interface CommentTallyTable {
  place: string;
  page: string;
  open: number;
  resolved: number;
}

interface CommenterTable {
  place: string;
  user: string;
  /** Comments and replies of theirs that are there. */
  posts: number;
}

declare module "../tables.ts" {
  interface Tables {
    comment: CommentTable;
    comment_reply: CommentReplyTable;
    comment_reaction: CommentReactionTable;
    comment_place: CommentPlaceTable;
    comment_tally: CommentTallyTable;
    commenter: CommenterTable;
  }
}
