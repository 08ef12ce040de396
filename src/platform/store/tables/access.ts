import type { Generated } from "kysely";
import type { Timestamp } from "./columns.ts";

interface TeamTable {
  id: string;
  organization: string;
  title: string;
  created_at: Timestamp;
}

interface TeamMemberTable {
  team: string;
  user: string;
  /** `owner` or `member`. */
  role: Generated<string>;
  joined_at: Timestamp;
}

interface UserGrantTable {
  space: string;
  user: string;
  /** Null shuts the user out. */
  role: string | null;
  granted_at: Timestamp;
}

interface TeamGrantTable {
  space: string;
  team: string;
  /** Null takes from the team's members what the space's level gives them. */
  role: string | null;
  granted_at: Timestamp;
}

declare module "../tables.ts" {
  interface Tables {
    team: TeamTable;
    team_member: TeamMemberTable;
    user_grant: UserGrantTable;
    team_grant: TeamGrantTable;
  }
}
