// What a page can do besides being read. Every control that needs this script is hidden until it has run.
import { startSearch } from "./search.ts";

const root = document.documentElement;
const status = document.querySelector<HTMLElement>(".said");

function say(text: string): void {
  if (status) status.textContent = text;
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-theme-switch]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // The choice lasts until the page is closed.
    }
  });
}

async function copy(button: HTMLElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  const label = button.textContent;
  const done = status?.dataset.copied ?? "";
  button.textContent = done;
  say(done);
  setTimeout(() => {
    button.textContent = label;
    say("");
  }, 2000);
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const source = button.parentElement?.querySelector<HTMLElement>("pre, .copied-text");
    void copy(button, (source?.textContent ?? "").trimEnd());
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy-page]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const response = await fetch(button.dataset.copyPage ?? "");
    await copy(button, await response.text());
  });
}

/** Opens everything that hides the element named in the address. */
function reveal(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === "" ? null : document.getElementById(id);
  for (let at: HTMLElement | null = target; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    const tab = at.id === "" ? null : document.getElementById(`${at.id}-tab`);
    if (tab instanceof HTMLInputElement) tab.checked = true;
  }
  target?.scrollIntoView();
}
addEventListener("hashchange", reveal);
if (location.hash !== "") reveal();

// Choosing a tab selects the tab with the same name in every group.
for (const input of document.querySelectorAll<HTMLInputElement>("[data-tab]")) {
  input.addEventListener("change", () => {
    const name = input.labels?.[0]?.textContent;
    for (const other of document.querySelectorAll<HTMLInputElement>("[data-tab]")) {
      if (other.labels?.[0]?.textContent === name) other.checked = true;
    }
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

for (const box of document.querySelectorAll<HTMLDetailsElement>("[data-try]")) {
  box.addEventListener("toggle", async () => {
    const { startForm } = (await import(box.dataset.try ?? "")) as typeof import("./try-it.ts");
    const form = box.querySelector("form");
    if (form?.hidden) startForm(form);
  });
}

for (const form of document.querySelectorAll<HTMLFormElement>(".feedback")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form, event.submitter)) body.append(name, String(value));
    const response = await fetch(form.action, { method: "POST", body });
    if (!response.ok) return;
    form.textContent = form.dataset.thanks ?? "";
    say(form.textContent);
  });
}

const links = [...document.querySelectorAll<HTMLAnchorElement>(".outline a")];
if (links.length > 0) {
  const byId = new Map(links.map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const link of links) link.removeAttribute("aria-current");
        byId.get(target.id)?.setAttribute("aria-current", "true");
      }
    },
    { rootMargin: "-80px 0px -70% 0px" },
  );
  for (const id of byId.keys()) {
    const heading = document.getElementById(id);
    if (heading) observer.observe(heading);
  }
}

document.querySelector('.toc [aria-current="page"]')?.scrollIntoView({ block: "nearest" });

// Menus close when they lose the focus.
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".dropdown[open]")) {
    if (!(event.target instanceof Node && menu.contains(event.target))) menu.open = false;
  }
});

const changes = root.dataset.changes;
if (changes) new EventSource(changes).addEventListener("changed", () => location.reload());

startSearch(say);
