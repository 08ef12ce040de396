/** Members of an object, each with the members in it that are meant; none stand for all of it. */
export interface MemberTree {
  readonly [name: string]: MemberTree;
}

/** Paths such as `title` and `user.id`, put together. A path that is the beginning of another one means all of it. */
export function memberTree(paths: readonly string[]): MemberTree {
  const root = branch();
  for (const path of [...paths].sort((one, other) => depthOf(other) - depthOf(one))) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let level = root;
    for (const name of names) {
      level[name] ??= branch();
      level = level[name];
    }
    level[last] = branch();
  }
  return inOrder(root, paths);
}

interface Branch {
  [name: string]: Branch;
}

/** Without a prototype: a path may be called `constructor`. */
const branch = (): Branch => Object.create(null) as Branch;

const depthOf = (path: string) => path.split(".").length;

function inOrder(tree: MemberTree, paths: readonly string[]): MemberTree {
  const ordered = branch();
  for (const path of paths) {
    const [first = ""] = path.split(".", 1);
    const found = tree[first];
    if (found !== undefined) ordered[first] = found as Branch;
  }
  return ordered;
}
