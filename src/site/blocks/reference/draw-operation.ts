import { inlineNodes } from "../../../markdown/document/model.ts";
import { type Child, type Html, h, join } from "../../html.ts";
import { fill } from "../../words/words.ts";
import type { Setting } from "../setting.ts";
import type {
  BodyView,
  MediaView,
  MemberView,
  OperationView,
  ResponseView,
  SchemasView,
  ShapeView,
} from "./api-view.ts";
import { requestSamples } from "./request-samples.ts";
import { tryIt } from "./try-it.ts";

/** A complete operation or webhook. `hasHeading` is false if the page already has a heading for it. */
export function drawOperation(operation: OperationView, hasHeading: boolean, setting: Setting): Html {
  const { apiWords, blocks, unlisted } = setting;
  const { kind, method, path, title, isDeprecated, about, docs, parameters, body, responses, callbacks } = operation;
  return h(
    "section",
    { class: "api", "aria-label": title },
    hasHeading && heading(title, setting),
    h(
      "p",
      { class: "api-line" },
      h("span", { class: `method method-${method}` }, method.toUpperCase()),
      " ",
      h("code", {}, path),
      isDeprecated && [" ", h("span", { class: "tag" }, apiWords.deprecated)],
    ),
    kind === "webhook" && h("p", { class: "small" }, apiWords.webhook),
    unlisted(() => blocks(about)),
    docs !== undefined && h("p", {}, h("a", { href: docs, rel: "noopener" }, apiWords.more)),
    kind === "operation" && servers(operation, setting),
    kind === "operation" && security(operation, setting),
    parameters.length > 0 && [
      part(apiWords.parameters),
      h(
        "ul",
        { class: "members" },
        parameters.map((one) => h("li", {}, drawMember(one, setting, one.location))),
      ),
    ],
    body !== undefined && drawBody(body, setting),
    operation.request !== undefined && [samples(operation.request, setting), tryIt(operation, setting)],
    responses.length > 0 && [
      part(apiWords.responses),
      responses.map((response, index) => drawResponse(response, index === firstGood(responses), setting)),
    ],
    drawLeft(operation.left, setting),
    callbacks.length > 0 && unlisted(() => blocks(callbacks)),
  );
}

/** Says how many entries are not shown. */
const drawLeft = (left: number, { apiWords }: Setting): Child =>
  left > 0 && h("p", { class: "small" }, fill(apiWords.entriesLeft, String(left)));

export function drawSchemas({ schemas, left }: SchemasView, title: string, setting: Setting): Html {
  const { unlisted, blocks, apiWords } = setting;
  return h(
    "section",
    { class: "api", "aria-label": title || schemas.map(({ name }) => name).join(", ") },
    title !== "" && heading(title, setting),
    schemas.map(({ name, type, about, shape, example }) =>
      h(
        "details",
        { class: "box", open: schemas.length === 1, id: setting.createAnchor(name) },
        h("summary", {}, h("code", {}, name), " ", h("span", { class: "member-type" }, type)),
        unlisted(() => blocks(about)),
        drawShape(shape, setting),
        example !== undefined && codeFigure(example, "json", setting, apiWords.example),
      ),
    ),
    drawLeft(left, setting),
  );
}

function heading(title: string, { createAnchor, addHeading, words }: Setting): Html {
  const id = createAnchor(title);
  addHeading(title, id, 2);
  const link = h("a", { class: "anchor", href: `#${id}`, "aria-label": fill(words.linkTo, title) });
  return h("h2", { id }, title, " ", link);
}

/** Not a heading element, because blocks occur below headings of any level. */
const part = (...title: Child[]): Html => h("p", { class: "api-part" }, title);

function servers({ servers }: OperationView, { apiWords }: Setting): Child {
  if (servers.length === 0) return undefined;
  return [
    part(apiWords.servers),
    h(
      "ul",
      { class: "plain" },
      servers.map(({ url, description, variables }) =>
        h(
          "li",
          {},
          h("code", {}, url),
          description !== "" && [" ", description],
          variables.map(({ name, standard, values }) => [
            h("br"),
            h(
              "small",
              {},
              h("code", {}, `{${name}}`),
              " ",
              [...new Set([standard, ...values])].filter(Boolean).join(", "),
            ),
          ]),
        ),
      ),
    ),
  ];
}

function security({ security }: OperationView, setting: Setting): Child {
  const { apiWords, blocks, unlisted } = setting;
  if (security.length === 0) return undefined;
  const ways = security.map((needed, index) => [
    index > 0 && h("p", { class: "small" }, apiWords.or),
    needed.length === 0 && h("p", {}, apiWords.noAuthorization),
    needed.map(({ name, scopes, scopesLeft, about }) =>
      h(
        "div",
        {},
        h(
          "p",
          { class: "member" },
          h("code", {}, name),
          scopes.map((scope) => [" ", h("span", { class: "tag" }, scope)]),
        ),
        drawLeft(scopesLeft, setting),
        h(
          "div",
          { class: "member-about" },
          unlisted(() => blocks(about)),
        ),
      ),
    ),
  ]);
  return [part(apiWords.authorization), ways];
}

function drawBody({ isRequired, about, media, left }: BodyView, setting: Setting): Child {
  const { apiWords, blocks, unlisted } = setting;
  return [
    part(apiWords.body, isRequired && [" ", h("span", { class: "tag needed" }, apiWords.required)]),
    unlisted(() => blocks(about)),
    media.map((one) => drawMedia(one, setting)),
    drawLeft(left, setting),
  ];
}

function drawMedia({ mediaType, type, shape, example }: MediaView, setting: Setting): Child {
  return [
    h("p", { class: "member" }, h("code", {}, mediaType), " ", h("span", { class: "member-type" }, type)),
    drawShape(shape, setting),
    example !== undefined && codeFigure(example, getSyntax(mediaType), setting, setting.apiWords.example),
  ];
}

const getSyntax = (mediaType: string) =>
  /json|\*\/\*/i.test(mediaType) ? "json" : /xml|html/i.test(mediaType) ? "xml" : undefined;

function firstGood(responses: readonly ResponseView[]): number {
  return responses.findIndex(({ code }) => /^(?:2|default)/.test(code));
}

function drawResponse({ code, about, headers, media, left }: ResponseView, isOpen: boolean, setting: Setting): Html {
  const { apiWords, blocks, unlisted } = setting;
  const [first, ...others] = about;
  const kind = /^[1-5]/.test(code) ? code.slice(0, 1) : "default";
  const label: Child[] = [
    h("span", { class: `status status-${kind}` }, code),
    " ",
    first?.type === "paragraph" && setting.inline(inlineNodes(first.nodes)),
  ];
  const rest = first?.type === "paragraph" ? others : about;
  const inside = [
    unlisted(() => blocks(rest)),
    headers.length > 0 && [
      part(apiWords.headers),
      h(
        "ul",
        { class: "members" },
        headers.map((one) => h("li", {}, drawMember(one, setting))),
      ),
    ],
    media.map((one) => drawMedia(one, setting)),
    drawLeft(left, setting),
  ];
  const isEmpty = rest.length === 0 && headers.length === 0 && media.length === 0;
  if (isEmpty) return h("p", { class: "box response" }, label);
  return h("details", { class: "box response", open: isOpen }, h("summary", {}, label), inside);
}

function samples(request: NonNullable<OperationView["request"]>, setting: Setting): Html {
  const group = setting.newId("samples");
  const all = requestSamples(request);
  const switches = all.map(({ title }, index) => {
    const id = setting.newId("sample");
    return {
      id,
      controls: [
        h("input", { type: "radio", name: group, id: `${id}-tab`, checked: index === 0, "data-tab": id }),
        h("label", { for: `${id}-tab` }, title),
      ],
    };
  });
  const panels = all.map(({ title, syntax, text }, index) =>
    h(
      "div",
      { class: "panel", role: "group", id: switches[index]?.id, "aria-label": title },
      h("p", { class: "panel-title" }, title),
      codeFigure(text, syntax, setting),
    ),
  );
  return h(
    "div",
    { class: "tabs", role: "group", "aria-label": setting.apiWords.request },
    switches.map(({ controls }) => controls),
    panels,
  );
}

/** The members of a value; each can be opened to show its contents. */
function drawShape({ members, alternatives, left, alternativesLeft }: ShapeView, setting: Setting): Html {
  const { apiWords } = setting;
  return join(
    members.length > 0 &&
      h(
        "ul",
        { class: "members" },
        members.map((member) => h("li", {}, drawMember(member, setting))),
      ),
    alternatives.length > 0 && [
      h("p", { class: "api-part" }, apiWords.oneOf),
      h(
        "ul",
        { class: "members" },
        alternatives.map(({ title, shape }) => h("li", {}, folded(title, shape, setting) ?? h("code", {}, title))),
      ),
      drawLeft(alternativesLeft, setting),
    ],
    left > 0 && h("p", { class: "small" }, fill(apiWords.left, String(left))),
  );
}

function drawMember(member: MemberView, setting: Setting, location?: string): Html {
  const { name, type, isRequired, isDeprecated, about, shape } = member;
  const { apiWords, blocks } = setting;
  return join(
    h(
      "p",
      { class: "member" },
      h("code", {}, name),
      " ",
      h("span", { class: "member-type" }, type),
      location !== undefined && [" ", h("span", { class: "tag" }, location)],
      isRequired && [" ", h("span", { class: "tag needed" }, apiWords.required)],
      isDeprecated && [" ", h("span", { class: "tag" }, apiWords.deprecated)],
    ),
    about.length > 0 && h("div", { class: "member-about" }, blocks(about)),
    folded(fill(apiWords.members, name), shape, setting),
  );
}

function folded(title: string, shape: ShapeView, setting: Setting): Html | undefined {
  if (shape.members.length === 0 && shape.alternatives.length === 0 && shape.left === 0) return undefined;
  return h("details", { class: "shape" }, h("summary", {}, title), drawShape(shape, setting));
}

/** Code with a copy button. */
function codeFigure(text: string, syntax: string | undefined, setting: Setting, title?: Child): Html {
  return h(
    "figure",
    { class: "code" },
    title !== undefined && h("figcaption", {}, title),
    h("button", { type: "button", class: "copy", "data-copy": "code", hidden: true }, setting.words.copy),
    h("pre", { tabindex: 0 }, h("code", {}, setting.code(text, syntax))),
  );
}
