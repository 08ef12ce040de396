const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  full: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short", year: "numeric" },
  numeric: { day: "2-digit", month: "2-digit", year: "numeric" },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day, in Coordinated Universal Time: the same to every reader. Text that is no date stays as it is. */
export function dateText(moment: string, language: string, style = "full"): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  const key = `${language} ${style}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language, { ...(styles[style] ?? styles.full), timeZone: "UTC" });
  formats.set(key, format);
  return format.format(time);
}
