import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { changeRequests } from "../../contract/operations/change-requests.ts";
import { openapiSpecs } from "../../contract/operations/openapi-specs.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { pages } from "../../contract/operations/pages.ts";
import { spaces } from "../../contract/operations/spaces.ts";

const findSpace = [spaces.get, spaces.list, organizations.list];

const findContent = [...findSpace, changeRequests.get, changeRequests.listInSpace];

const findDraftPage = [changeRequestContent.page, changeRequestContent.pageByPath, changeRequestContent.pages];

/** The operations that each way of resolving a name calls, for the `uses` of the tools that take such a name. */
export const usedTo = {
  findSpace,
  /** `findDraft` too. */
  findContent,
  readTree: [pages.list, changeRequestContent.pages],
  /** In content that is a change request's. */
  findDraftPage,
  findPage: [pages.get, pages.getByPath, pages.list, ...findDraftPage],
};

/** The operations that finding a specification by its name calls. */
export const specReads = [openapiSpecs.get, openapiSpecs.list];
