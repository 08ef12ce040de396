import type { Embed } from "../../../contract/models/page.ts";

/** A site whose pages can be embedded, and the URL for that; undefined for its other pages. */
interface Player {
  readonly site: string;
  readonly hosts: readonly string[];
  findPlayerUrl(url: URL): string | undefined;
}

const idIn = (text: string | null | undefined): string | undefined =>
  text != null && /^[\w-]{1,100}$/.test(text) ? text : undefined;

const at = (base: string, id: string | undefined): string | undefined => (id === undefined ? undefined : base + id);

const segment = ({ pathname }: URL, index: number): string | undefined => pathname.split("/")[index + 1];

const players: readonly Player[] = [
  {
    site: "YouTube",
    hosts: ["youtube.com", "www.youtube.com", "m.youtube.com"],
    findPlayerUrl: (url) =>
      at(
        "https://www.youtube-nocookie.com/embed/",
        url.pathname === "/watch"
          ? idIn(url.searchParams.get("v"))
          : /^\/(embed|shorts|live)\//.test(url.pathname)
            ? idIn(segment(url, 1))
            : undefined,
      ),
  },
  {
    site: "YouTube",
    hosts: ["youtu.be"],
    findPlayerUrl: (url) => at("https://www.youtube-nocookie.com/embed/", idIn(segment(url, 0))),
  },
  {
    site: "Vimeo",
    hosts: ["vimeo.com", "www.vimeo.com"],
    findPlayerUrl: (url) => at("https://player.vimeo.com/video/", /^\/(\d{1,20})$/.exec(url.pathname)?.[1]),
  },
  {
    site: "Loom",
    hosts: ["loom.com", "www.loom.com"],
    findPlayerUrl: (url) =>
      at("https://www.loom.com/embed/", segment(url, 0) === "share" ? idIn(segment(url, 1)) : undefined),
  },
  {
    site: "CodePen",
    hosts: ["codepen.io"],
    findPlayerUrl: ({ pathname }) => {
      const [, user, pen] = /^\/([\w-]{1,100})\/(?:pen|embed)\/([\w-]{1,100})$/.exec(pathname) ?? [];
      return user === undefined ? undefined : `https://codepen.io/${user}/embed/${pen}`;
    },
  },
];

/** How to present an address within a page: embedded if known how, otherwise as a link. Fetches nothing. */
export function toEmbed(address: string): Embed {
  const url = new URL(address);
  const player = players.find(({ hosts }) => hosts.includes(url.hostname));
  const title = decoded(url.host.replace(/^www\./, "") + url.pathname.replace(/\/$/, ""));
  const source = player?.findPlayerUrl(url);
  if (player === undefined || source === undefined) return { type: "link", title, site: url.hostname };
  return {
    type: "rich",
    title,
    site: player.site,
    html: `<iframe src="${source}" title="${player.site}" loading="lazy" allowfullscreen></iframe>`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
