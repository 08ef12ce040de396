/** Browser behavior of desk pages beyond links and forms: live updates. */

const main = document.querySelector<HTMLElement>("main[data-live]");

/** Only one refresh request at a time; changes in the meantime are fetched after it. */
let loading = false;
let wanted: string | undefined;

if (main?.dataset.live !== undefined) {
  const address = new URL(main.dataset.live, location.href);
  address.searchParams.set("at", location.pathname + location.search);
  let source: EventSource | undefined;
  const follow = () => {
    if (document.hidden) {
      source?.close();
      source = undefined;
    } else if (source === undefined) {
      source = new EventSource(address);
      source.onmessage = ({ data }) => void take(main, String(data));
    }
  };
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", () => source?.close());
  follow();
}

// On a narrow screen the list of pages is collapsed, so that the content comes first.
if (matchMedia("(max-width: 59.99rem)").matches) {
  document.querySelector(".toc-fold")?.removeAttribute("open");
}

async function take(shown: HTMLElement, version: string): Promise<void> {
  wanted = version;
  if (loading) return;
  loading = true;
  try {
    while (wanted !== undefined && wanted !== shown.dataset.version) {
      wanted = undefined;
      const response = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!response.ok || response.redirected) return;
      const text = await response.text();
      const next = new DOMParser().parseFromString(text, "text/html").querySelector<HTMLElement>("main");
      if (next === null) return;
      replace(shown, next);
      say("Someone else changed this page; the changes are shown now.");
    }
  } finally {
    loading = false;
  }
}

/** Keeps what a person has opened, typed and focused. */
function replace(shown: HTMLElement, next: HTMLElement): void {
  const savedFields = [...shown.querySelectorAll<Field>("textarea, input:not([type=hidden]), select")]
    .filter(isChanged)
    .map((field) => ({ name: fieldKey(field), value: field.value, checked: "checked" in field && field.checked }));
  const opened = new Set([...shown.querySelectorAll("details")].filter(({ open }) => open).map(detailsKey));
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && shown.contains(active) ? fieldKey(active) : undefined;
  const selection =
    active instanceof HTMLTextAreaElement ? ([active.selectionStart, active.selectionEnd] as const) : undefined;
  // The notice of the previous form belongs to the previous page.
  for (const done of next.querySelectorAll(".done")) done.remove();
  shown.replaceChildren(...next.childNodes);
  shown.dataset.version = next.dataset.version ?? "";
  for (const details of shown.querySelectorAll("details")) if (opened.has(detailsKey(details))) details.open = true;
  const fields = new Map(
    [...shown.querySelectorAll<Field>("textarea, input, select")].map((one) => [fieldKey(one), one]),
  );
  for (const { name, value, checked } of savedFields) {
    const field = fields.get(name);
    if (field === undefined) continue;
    field.value = value;
    if ("checked" in field) field.checked = checked;
  }
  if (focused === undefined) return;
  const again = [...shown.querySelectorAll<HTMLElement>("a, button, summary, input, select, textarea")].find(
    (element) => fieldKey(element) === focused,
  );
  again?.focus({ preventScroll: true });
  if (again instanceof HTMLTextAreaElement && selection !== undefined) again.setSelectionRange(...selection);
}

type Field = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement;

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (field.type === "radio" || field.type === "checkbox") return (field as HTMLInputElement).checked;
  return field.value !== field.defaultValue;
}

/** A key that matches an element across two versions of the page. */
function fieldKey(element: HTMLElement): string {
  const form = element.closest("form");
  const about = [...(form?.querySelectorAll<HTMLInputElement>("input[type=hidden]") ?? [])]
    .filter(({ name }) => name !== "forgery" && name !== "revision")
    .map(({ name, value }) => `${name}=${value}`);
  const own = element instanceof HTMLInputElement && element.type === "radio" ? element.value : "";
  const words = element.matches("a, button, summary") ? (element.textContent ?? "") : "";
  const details = element.closest("details");
  return [
    element.localName,
    element.getAttribute("name") ?? "",
    own,
    words,
    ...about,
    details === null ? "" : detailsKey(details),
  ].join("\n");
}

/** Based on the form it contains, or its summary and the number of identical ones before it. */
function detailsKey(details: HTMLDetailsElement): string {
  const hidden = [...details.querySelectorAll<HTMLInputElement>(":scope > form > input[type=hidden]")]
    .filter(({ name }) => name !== "forgery" && name !== "revision")
    .map(({ name, value }) => `${name}=${value}`);
  const summary = details.querySelector("summary")?.textContent ?? "";
  return `${summary}\n${hidden.join("\n")}`;
}

function say(words: string): void {
  const status = document.getElementById("said");
  if (status !== null) status.textContent = words;
}
