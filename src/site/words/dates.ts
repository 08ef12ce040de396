const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  full: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short", year: "numeric" },
  numeric: { day: "2-digit", month: "2-digit", year: "numeric" },
};

/** Pages of one import were written on few days, and formatting one takes as long as many elements. */
const written = new Map<string, string>();

const mostWritten = 1_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day, in Coordinated Universal Time: the same to every reader. Text that is no date stays as it is. */
export function dateText(moment: string, language: string, style = "full"): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  const key = `${language} ${style}`;
  const day = `${key} ${Math.floor(time / 86_400_000)}`;
  const known = written.get(day);
  if (known !== undefined) return known;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language, { ...(styles[style] ?? styles.full), timeZone: "UTC" });
  formats.set(key, format);
  if (written.size >= mostWritten) written.clear();
  const text = format.format(time);
  written.set(day, text);
  return text;
}
