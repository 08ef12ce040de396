import { describe, expect, it } from "vitest";
import type { Role } from "../../../src/contract/models/role.ts";
import { type RoleSources, roleInSpace } from "../../../src/platform/access/roles.ts";

/** Role in the organization, level of the space, grant to the user, grants to teams, and the resulting role. */
const table: readonly (readonly [
  member: Role | null,
  level: RoleSources["level"],
  user: Role | null | undefined,
  teams: readonly (Role | null)[],
  role: Role | null,
])[] = [
  ["read", "inherit", undefined, [], "read"],
  ["create", "inherit", undefined, [], "create"],
  ["create", "read", undefined, [], "read"],
  ["read", "edit", undefined, [], "edit"],
  ["read", "admin", undefined, [], "admin"],
  ["create", null, undefined, [], null],
  ["create", null, "comment", [], "comment"],
  ["create", null, undefined, ["read", "review"], "review"],
  ["read", "inherit", "edit", ["review"], "review"],
  ["read", "inherit", "review", ["edit"], "review"],
  ["review", "inherit", "read", ["comment"], "review"],
  ["review", "inherit", null, [], null],
  ["review", "inherit", null, ["admin"], null],
  ["review", "inherit", undefined, [null], null],
  ["review", "inherit", undefined, [null, "comment"], "comment"],
  ["review", "inherit", "read", [null], "read"],
  ["admin", "inherit", undefined, [], "admin"],
  ["admin", null, undefined, [], "admin"],
  ["admin", "read", null, [null], "admin"],
  [null, "inherit", undefined, [], null],
  [null, "admin", undefined, [], null],
  [null, null, "create", [], "create"],
  [null, "inherit", undefined, ["edit"], "edit"],
  [null, "inherit", null, ["edit"], null],
];

describe("the role in a space", () => {
  it.each(table.map(([member, level, user, teams, role]) => ({ member, level, user, teams, role })))(
    "with member $member, level $level, user grant $user and team grants $teams is $role",
    ({ member, level, user, teams, role }) => {
      expect(roleInSpace({ member, level, teams, ...(user === undefined ? {} : { user }) })).toBe(role);
    },
  );
});
