/** How the operator has mail sent. */
export interface MailSettings {
  /** `smtp://` or `smtps://`; may carry a user name and password. */
  readonly url: string;
  readonly from: MailAddress;
}

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

declare module "../kernel/context.ts" {
  interface Setup {
    /** Undefined where no mail can be sent. */
    readonly mail: MailSettings | undefined;
  }
}
