/** What an identity provider states about a person. */
export interface ProviderProfile {
  /** A lasting identifier; undefined if the provider's identifiers change. */
  readonly subject: string | undefined;
  /** As it was sent. */
  readonly email: string | undefined;
  readonly displayName: string;
}
