import { changeRequestContent } from "../contract/operations/change-request-content.ts";
import { changeRequests } from "../contract/operations/change-requests.ts";
import { openapiSpecs } from "../contract/operations/openapi-specs.ts";
import { organizations } from "../contract/operations/organizations.ts";
import { pages } from "../contract/operations/pages.ts";
import { spaces } from "../contract/operations/spaces.ts";

const findSpace = [spaces.get, spaces.list, organizations.list];

const findContent = [...findSpace, changeRequests.get, changeRequests.listInSpace];

const findDraftPage = [changeRequestContent.page, changeRequestContent.pageByPath, changeRequestContent.pages];

/** The operations that resolving each kind of name calls, for the `uses` of tools that accept such a name. */
export const usedTo = {
  findSpace,
  /** Also for `findDraft`. */
  findContent,
  readTree: [pages.list, changeRequestContent.pages],
  /** In the content of a change request. */
  findDraftPage,
  findPage: [pages.get, pages.getByPath, pages.list, ...findDraftPage],
};

/** The operations for finding a specification by name. */
export const specReads = [openapiSpecs.get, openapiSpecs.list];
