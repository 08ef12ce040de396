import { type Child, type Html, h } from "../../html.ts";
import type { Setting } from "../setting.ts";
import type { BodyView, CredentialView, OperationView, ParameterView } from "./api-view.ts";
import { callableServers } from "./servers.ts";

/**
 * A form that the reader's browser sends as a separate request. It is hidden until its script has run, and its fields
 * have no names, so that submitting it in any other way cannot put their values into an address.
 */
export function tryIt(operation: OperationView, setting: Setting): Html {
  const { apiWords, newId, tryScript } = setting;
  const servers = callableServers(operation.servers);
  const id = newId("try");
  const label = (name: string, field: (id: string) => Child): Html => {
    const fieldId = newId("field");
    return h("p", { class: "field" }, h("label", { for: fieldId }, name), field(fieldId));
  };
  const parts: Child[] = [
    label(apiWords.servers, (of) =>
      h(
        "select",
        { id: of, "data-server": true },
        servers.map((server) => h("option", { value: server }, server)),
      ),
    ),
    listCredentials(operation).map((one) => label(one.name, (of) => credentialField(of, one))),
    operation.parameters
      .filter(({ location }) => location !== "cookie")
      .map((one) => label(`${one.name} (${one.location})`, (of) => parameterField(of, one))),
    bodyField(operation.body, setting, label),
    h("button", { type: "submit", class: "button primary" }, apiWords.send),
    h("div", {
      class: "try-result",
      role: "status",
      "data-result": true,
      "data-sending": apiWords.sending,
      "data-failed": apiWords.failed,
    }),
  ];
  return h(
    "details",
    { class: "box try", "data-try": tryScript },
    h("summary", {}, apiWords.tryIt),
    h("p", { class: "small" }, servers.length === 0 ? apiWords.noServer : apiWords.tryNote),
    servers.length > 0 &&
      h(
        "form",
        {
          id,
          hidden: true,
          autocomplete: "off",
          "aria-label": `${operation.method.toUpperCase()} ${operation.path}`,
          "data-method": operation.method.toUpperCase(),
          "data-path": operation.path,
        },
        parts,
      ),
  );
}

/** Each once, in the order of the alternatives they belong to. */
function listCredentials({ security }: OperationView): CredentialView[] {
  const all = security.flat().filter(({ location }) => location === "header" || location === "query");
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

function credentialField(id: string, { location, key, prefix }: CredentialView): Html {
  return h("input", {
    id,
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: prefix === "Basic " ? "user:password" : undefined,
    "data-place": location,
    "data-key": key,
    "data-prefix": prefix === "" ? undefined : prefix,
  });
}

function parameterField(id: string, { name, location, style, isRequired, example, values }: ParameterView): Html {
  const attributes = {
    id,
    required: isRequired,
    "data-place": location,
    "data-key": name,
    "data-style": style === "text" ? undefined : style,
  };
  if (values.length === 0) {
    return h("input", {
      ...attributes,
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      value: isRequired && example !== "" ? example : undefined,
      placeholder: isRequired || example === "" ? undefined : example,
    });
  }
  const options = values.map((value) => h("option", { value, selected: isRequired && value === example }, value));
  return h("select", attributes, !isRequired && h("option", { value: "" }), options);
}

function bodyField(
  body: BodyView | undefined,
  { apiWords }: Setting,
  label: (name: string, field: (id: string) => Child) => Html,
): Child {
  const media = body?.media.find(({ mediaType }) => /json|xml|^text\/|urlencoded|^\*\/\*$/i.test(mediaType));
  if (body === undefined) return undefined;
  if (media === undefined) return h("p", { class: "small" }, apiWords.noFiles);
  const type = media.mediaType === "*/*" ? "application/json" : media.mediaType;
  const rows = Math.min(16, Math.max(4, (media.example ?? "").split("\n").length + 1));
  return label(`${apiWords.body} (${type})`, (id) =>
    h("textarea", { id, rows, spellcheck: "false", "data-body": type }, media.example ?? ""),
  );
}
