/** The addresses of this server's pages. */
export class PageAddresses {
  /** Without a final slash. */
  readonly base: string;
  readonly #path: string;

  /** `publicUrl` is the address at which clients reach the server; without it, the address of the request. */
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

  /** The path of the cookies, which contains all pages and nothing else. */
  get cookiePath(): string {
    return `${this.#path}/app`;
  }

  /** A path of the server in the form that browsers request. */
  path(path: string): string {
    return this.#path + path;
  }
}
