import type { Effect } from "../contract/operation.ts";

/** What several words mean together, written in the words that operations go by. Tried in this order. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(change|merge|pull) requests?\b/g, "changerequest"],
  [/\b(share|sharing|secret) links?\b/g, "sharelink"],
  [/\b((invite|invitation) links?|link invites?)\b/g, "invitelink"],
  [/\bopen ?api\b/g, "openapi"],
  [/\b(api|openapi|rest) (spec\w*|definitions?|descriptions?|documents?|files?)\b/g, "openapi spec"],
  [/\b(single sign[- ]?on|sso|identity providers?)\b/g, "sso saml"],
  [/\btables? of contents?\b/g, "pages"],
  [/\b(house|style) (rules|style|guide)\b/g, "agent instructions"],
  [/\bsite ?spaces?\b/g, "sitespace"],
  [/\bsection ?groups?\b/g, "sectiongroup"],
  [/\be-?mails?\b/g, "email"],
  [/\bwho ?am ?i\b/g, "get authenticated user"],
  [/\b(bring|get|roll)(ing)? (it |them )?back\b/g, "restore"],
  [/\bhand(s|ed|ing)? over\b/g, "transfer"],
  [/\b(get rid of|throw away|take off|kick out)\b/g, "remove"],
  [/\b(turn|switch) off\b/g, "disable"],
  [/\b(turn|switch) on\b/g, "enable"],
  [/\b(take|taken|go) (it )?(down|offline)\b/g, "unpublish"],
  [/\b(go|put|goes) (it )?(live|online)\b/g, "publish"],
  [/\bset(ting)? up\b/g, "create"],
  [/\blook(ing)? up\b/g, "get"],
  [/\bup to date\b/g, "update"],
  [/\b(sign|log|logged|signed) (in|on)\b/g, "login"],
  [/\b(sign|log|logged|signed) (out|off)\b/g, "logout"],
  [/\b(make|put) (the|this|my|our|it|her|him|them|these)\b/g, "change"],
  [/\bcustomers?\b/g, "reader"],
  [/\bwho (can|may|has|is allowed)\b/g, "list permissions users"],
  [/\bwho (is|are) (in|on)\b/g, "list members"],
  [/\b(let|allow) (him|her|them|somebody|someone|users?|people)\b/g, "change user permission"],
  [/\b(links?|linking|refers?|points?) (here|to (this|it|the|a))\b/g, "backlinks"],
];

/** Words made of several, which those that ask for all of the parts mean too. */
export const compounds: Readonly<Record<string, string>> = {
  sitespace: "site space",
  sectiongroup: "section group",
  sharelink: "share link",
  invitelink: "invite link",
};

/** For each word that operations use: what people say for it. */
const saidFor: Readonly<Record<string, string>> = {
  // What there is
  space: "handbook manual guide wiki book knowledgebase",
  collection: "folder directory group",
  pages: "article chapter toc tree",
  page: "article chapter",
  content: "text word documentation doc docs download",
  file: "image picture attachment asset media screenshot diagram video",
  reusable: "snippet block partial fragment include",
  revision: "version history older previous earlier past snapshot",
  versions: "history",
  backlinks: "reference used usage",
  broken: "dead",
  url: "address permalink link",
  pdf: "download print printable printed",
  ask: "answer question",
  changerequest: "draft branch proposal suggestion",
  changes: "diff difference",
  review: "approve approval reject verdict",
  reviewers: "approver",
  contributors: "author worked wrote writer",
  comment: "thread discussion feedback note annotation remark",
  reply: "answer response respond",
  reactions: "reaction thumbs emoji like",
  git: "repo repository github gitlab bitbucket commit sync connect push",
  openapi: "swagger spec specification yaml parse endpoint",
  spec: "swagger specification yaml parse",
  conversation: "ticket chat support transcript message zendesk intercom",
  issue: "problem complaint complain trouble pain",
  clusters: "topic complaint complain problem frequent common trend most",
  translation: "language translator localization localize translate",
  glossary: "term vocabulary terminology wording untranslated product",
  site: "website portal web",
  structure: "navigation menu sidebar tree hierarchy",
  section: "tab navigation menu sidebar",
  sectiongroup: "dropdown group",
  sitespace: "variant",
  customization: "theme look logo color colour branding brand font favicon header footer style appearance",
  redirects: "forward",
  auth: "login authentication",
  visibility: "login private public visible hidden audience",
  adaptive: "personalize personalized claims",
  organization: "company org workspace account anywhere across",
  members: "everybody everyone people employee user",
  member: "user person somebody someone colleague teammate employee admin administrator",
  user: "person people somebody someone colleague guest member",
  team: "group",
  invite: "invitation give grant share email",
  role: "admin administrator permission editor",
  permissions: "access right allowed",
  permission: "role access right",
  saml: "okta entra certificate idp",
  instructions: "rule guideline",
  integration: "plugin app connector extension addon slack marketplace",
  events: "log logged error webhook failed",
  error: "fail failed failure",
  development: "dev laptop local tunnel",
  configuration: "setting option preference",
  // What is done
  duplicate: "copy clone fork",
  restore: "undelete recover undo",
  move: "put nest relocate",
  transfer: "give",
  sort: "reorder rearrange order",
  cancel: "stop abort halt interrupt",
  import: "load migrate crawl",
  ingest: "import load",
  export: "push backup",
  publish: "release launch deploy",
  unpublish: "offline withdraw",
  install: "connect activate",
  uninstall: "disconnect",
  merge: "land",
  submit: "approve reject",
  request: "assign ask",
  join: "accept enter",
  bulk: "many multiple several batch mass once",
  run: "rerun again retry redo progress",
  active: "deactivate activate rotate",
  override: "custom own separate",
  create: "upload register",
  get: "progress",
  list: "past",
};

/** Words of people, each with the words that operations use for it. */
export const synonyms: ReadonlyMap<string, readonly string[]> = invert(saidFor);

function invert(said: Readonly<Record<string, string>>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [word, others] of Object.entries(said)) {
    for (const other of others.split(" ")) found.set(other, [...(found.get(other) ?? []), word]);
  }
  return found;
}

/** What people say when they want an effect. */
export const effectWords: Readonly<Record<Effect, string>> = {
  read: "get read list show find fetch view see look check browse search details which what who where why how when is are has have does did can all download past diff status export",
  create:
    "create add make new insert post invite submit open upload write reply comment request set ingest give connect install duplicate copy leave start group register send import",
  update:
    "update change edit set rename modify move lock unlock pull bring archive close resolve reopen hide mute unmute approve reorder sort replace restore add make put transfer fix let allow activate deactivate rotate customize revoke switch mark turn disable enable demote promote restrict keep accept join refresh",
  delete:
    "delete remove drop revoke withdraw detach unlink discard erase kick uninstall unpublish stop take cancel disable clear",
  run: "run start merge publish trigger import sync generate translate send release push export ask cancel stop again unpublish install launch deploy",
};
