/** Where the pages of this server are. */
export class Place {
  /** Without a slash at its end. */
  readonly base: string;
  readonly #path: string;

  /** `publicUrl` is the address clients reach the server at; without it, what the request was sent to. */
  constructor(publicUrl: string | undefined, request: Request) {
    this.base = publicUrl ?? new URL(request.url).origin;
    this.#path = new URL(this.base).pathname.replace(/\/$/, "");
  }

  get origin(): string {
    return new URL(this.base).origin;
  }

  get secure(): boolean {
    return this.base.startsWith("https:");
  }

  /** Path of the cookies: all pages are below it, and nothing else is. */
  get cookiePath(): string {
    return `${this.#path}/app`;
  }

  /** A path of the server as browsers ask for it. */
  path(path: string): string {
    return this.#path + path;
  }
}
