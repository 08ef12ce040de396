/** A page found, with the matches in it; `excerpt` is plain text. */
interface Hit {
  title: string;
  href: string;
  sections: { title: string; href: string; excerpt: string }[];
}

/** Milliseconds after the last keystroke before a search starts. */
const pause = 120;

/**
 * Shows results below the search field while a reader types. Enter opens the page of results, as without this script.
 */
export function startSearch(say: (text: string) => void): void {
  const form = document.querySelector<HTMLFormElement>("form.search");
  const input = form?.querySelector("input");
  if (!form || !input) return;
  const search = createFinder(form);
  const list = document.createElement("ul");
  list.className = "hits";
  list.id = "hits";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.placeholder);
  form.append(list);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-controls", "hits");
  input.setAttribute("aria-expanded", "false");
  const hint = form.querySelector("kbd");
  if (hint) hint.hidden = false;

  let timer = 0;
  let latest = 0;
  let chosen = -1;

  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const choose = (index: number) => {
    const options = list.querySelectorAll("[role=option]");
    if (options.length === 0) return;
    options[chosen]?.removeAttribute("aria-selected");
    chosen = (index + options.length) % options.length;
    const option = options[chosen];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) input.setAttribute("aria-activedescendant", option.id);
  };

  const show = (hits: Hit[], query: string) => {
    chosen = -1;
    const statusData = document.querySelector<HTMLElement>(".said")?.dataset;
    list.replaceChildren(...hits.map(createOption));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    const none = (statusData?.none ?? "").replace("{}", query);
    if (hits.length === 0) {
      const item = document.createElement("li");
      item.setAttribute("role", "option");
      item.setAttribute("aria-disabled", "true");
      item.textContent = none;
      list.append(item);
    }
    say(hits.length === 0 ? none : `${statusData?.more ?? ""}: ${hits.length}`);
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    const query = input.value.trim();
    if (query === "") return close();
    timer = setTimeout(async () => {
      latest += 1;
      const request = latest;
      const hits = await search(input.value);
      // Responses may arrive out of order.
      if (request === latest && input.value.trim() !== "") show(hits, query);
    }, pause);
  });

  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter" && chosen >= 0 && !list.hidden) {
      list.querySelectorAll<HTMLElement>("[role=option]")[chosen]?.querySelector("a")?.click();
    } else return;
    if (event.key !== "Escape") event.preventDefault();
  });

  addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof HTMLElement &&
      (event.target.matches("input, textarea, select") || event.target.isContentEditable);
    const isCall = (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
    if (!isCall) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  addEventListener("click", (event) => {
    if (!(event.target instanceof Node && form.contains(event.target))) close();
  });

  void showPage(search, input);
}

/** On a site without a server, this script fills the page of results. */
async function showPage(search: (query: string) => Promise<Hit[]>, input: HTMLInputElement): Promise<void> {
  const results = document.querySelector("[data-results]");
  const query = new URLSearchParams(location.search).get("q");
  if (!results || query === null) return;
  input.value = query;
  if (document.querySelector("form.search[data-index]") === null) return;
  const list = document.createElement("ol");
  list.className = "results";
  for (const hit of await search(query)) {
    const item = document.createElement("li");
    item.append(linkTo(hit));
    list.append(item);
  }
  results.append(list);
}

function linkTo({ href, title }: Hit): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = title;
  return link;
}

function createOption(hit: Hit, index: number): HTMLLIElement {
  const option = document.createElement("li");
  option.id = `hit-${index}`;
  option.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = hit.sections[0]?.href ?? hit.href;
  link.tabIndex = -1;
  const title = document.createElement("strong");
  title.textContent = hit.title;
  const excerpt = document.createElement("small");
  excerpt.textContent = hit.sections[0]?.excerpt ?? "";
  link.append(title, excerpt);
  option.append(link);
  return option;
}

function createFinder(form: HTMLFormElement): (query: string) => Promise<Hit[]> {
  const { search, index } = form.dataset;
  if (search) {
    return async (query) => {
      const address = new URL(search, location.href);
      address.searchParams.set("q", query);
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      return response.ok ? ((await response.json()) as Hit[]) : [];
    };
  }
  let entries: Promise<IndexEntry[]> | undefined;
  return async (query) => {
    entries ??= fetch(index ?? "").then((response) => response.json());
    return find(await entries, query);
  };
}

/** Title, address and words of a page. */
type IndexEntry = [title: string, href: string, words: string];

function find(entries: IndexEntry[], query: string): Hit[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = entries.flatMap(([title, href, words]) => {
    const [inTitle, inWords] = [title.toLowerCase(), words.toLowerCase()];
    let score = 0;
    for (const word of wanted) {
      const points =
        (inTitle.includes(word) ? 10 : 0) + (inTitle.startsWith(word) ? 5 : 0) + (inWords.includes(word) ? 1 : 0);
      if (points === 0) return [];
      score += points;
    }
    return [{ score, title, href, sections: [{ title: "", href, excerpt: createExcerpt(words, wanted[0] ?? "") }] }];
  });
  return scored.sort((one, other) => other.score - one.score).slice(0, 12);
}

function createExcerpt(words: string, word: string): string {
  const at = Math.max(0, words.toLowerCase().indexOf(word) - 40);
  return words.slice(at, at + 140);
}
