import type { SiteCustomization } from "../../contract/models/site-customization.ts";
import { type Child, h } from "../html.ts";
import type { IconDrawer } from "../icons/icon-pack.ts";
import type { SectionView, SiteView } from "../view.ts";

type Account = NonNullable<SiteCustomization["socialAccounts"]>[number];

interface Platform {
  readonly title: string;
  /** The address of an account, without its handle. */
  readonly start: string;
  readonly icon: string;
}

const platforms: Readonly<Record<string, Platform>> = {
  bluesky: { title: "Bluesky", start: "https://bsky.app/profile/", icon: "bluesky" },
  discord: { title: "Discord", start: "https://discord.gg/", icon: "discord" },
  facebook: { title: "Facebook", start: "https://www.facebook.com/", icon: "facebook" },
  github: { title: "GitHub", start: "https://github.com/", icon: "github" },
  gitlab: { title: "GitLab", start: "https://gitlab.com/", icon: "gitlab" },
  instagram: { title: "Instagram", start: "https://www.instagram.com/", icon: "instagram" },
  linkedin: { title: "LinkedIn", start: "https://www.linkedin.com/in/", icon: "linkedin" },
  medium: { title: "Medium", start: "https://medium.com/@", icon: "medium" },
  reddit: { title: "Reddit", start: "https://www.reddit.com/user/", icon: "reddit" },
  slack: { title: "Slack", start: "https://slack.com/app_redirect?team=", icon: "slack" },
  telegram: { title: "Telegram", start: "https://t.me/", icon: "telegram" },
  tiktok: { title: "TikTok", start: "https://www.tiktok.com/@", icon: "tiktok" },
  twitch: { title: "Twitch", start: "https://www.twitch.tv/", icon: "twitch" },
  twitter: { title: "X", start: "https://x.com/", icon: "x-twitter" },
  x: { title: "X", start: "https://x.com/", icon: "x-twitter" },
  youtube: { title: "YouTube", start: "https://www.youtube.com/@", icon: "youtube" },
};

/** A list of links to accounts; undefined without any. An account on an unknown platform is shown as text. */
export function accountList({ customization }: SiteView, location: keyof Account["display"], icon: IconDrawer): Child {
  const shown = listAccounts(customization).filter(({ display }) => display[location]);
  if (shown.length === 0) return undefined;
  const items = shown.map(({ platform, handle }) => {
    const known = findPlatform(platform);
    const title = known?.title ?? platform;
    const href = accountHref(known, platform, handle);
    if (href === undefined) return h("li", {}, `${title}: ${handle}`);
    const sign = icon(known?.icon ?? platform);
    return h("li", {}, h("a", { href, rel: "me", "aria-label": sign && title, title: sign && title }, sign ?? title));
  });
  return h("ul", { class: "accounts" }, items);
}

const listAccounts = ({ socialAccounts }: SiteCustomization): readonly Account[] => socialAccounts ?? [];

function findPlatform(name: string): Platform | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(platforms, key) ? platforms[key] : undefined;
}

function accountHref(known: Platform | undefined, platform: string, handle: string): string | undefined {
  if (known !== undefined) return known.start + encodeURIComponent(handle);
  if (platform.toLowerCase() !== "mastodon") return undefined;
  // These accounts are on separate servers.
  const [, user, host] = /^@?([\w.-]+)@([a-z0-9.-]+\.[a-z]{2,})$/i.exec(handle) ?? [];
  return host === undefined ? undefined : `https://${host}/@${user}`;
}

/** Whether header, sections or footer use icons from the pack. */
export function frameHasIcons({ customization, sections }: SiteView): boolean {
  const haveIcons = (views: readonly SectionView[]): boolean =>
    views.some(({ icon, sections: below }) => icon !== undefined || haveIcons(below));
  return haveIcons(sections) || listAccounts(customization).some(({ display }) => display.header || display.footer);
}
