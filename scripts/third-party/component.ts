/** A package, or data, of others in what is shipped. */
export interface Component {
  readonly name: string;
  /** Missing where it cannot be known. */
  readonly version?: string | undefined;
  /** A package URL without its version. */
  readonly purl?: string | undefined;
  /** As an SPDX expression. */
  readonly license: string;
  /** The license and notices in full. */
  readonly texts: readonly string[];
  /** What else its license requires to be said. */
  readonly statement?: string | undefined;
  /** Digest of the package that the registry sends, in hexadecimal digits. */
  readonly sha512?: string | undefined;
  /** Built files that contain it. Packages that are installed beside the program have none. */
  readonly files: readonly string[];
}

export const fullName = ({ name, version }: Pick<Component, "name" | "version">): string =>
  version === undefined ? name : `${name}@${version}`;
