/**
 * Names that Windows does not allow and other systems do: a colon names a drive or a stream, `nul.md` is a device just
 * like `nul`, and trailing dots and spaces are dropped, so that two names become the same.
 */
const forbidden = /[<>:"|?*]|[. ]$/u;

const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?: *\.|$)/iu;

/** Whether a segment of a path is the name of a device on Windows, with any extension. */
export const isDeviceName = (segment: string): boolean => device.test(segment);

/** Whether Windows can have a file or folder with this name. */
export const isWindowsName = (segment: string): boolean => !forbidden.test(segment) && !isDeviceName(segment);
