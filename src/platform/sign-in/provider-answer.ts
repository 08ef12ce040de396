/** What an identity provider says of a person. */
export interface ProviderAnswer {
  /** What it will know the person by next time; undefined where that changes. */
  readonly subject: string | undefined;
  /** As it was sent. */
  readonly email: string | undefined;
  readonly displayName: string;
}
