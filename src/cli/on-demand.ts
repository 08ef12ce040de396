/** Something made when it is first asked for, once; a failure is not kept, so that the next asking tries again. */
export interface OnDemand<Value> {
  get(): Promise<Value>;
  /** Does something with it, if it was ever made. */
  ifMade(use: (value: Value) => Promise<void>): Promise<void>;
}

export function onDemand<Value>(make: () => Promise<Value>): OnDemand<Value> {
  let made: Promise<Value> | undefined;
  return {
    get() {
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    async ifMade(use) {
      if (made !== undefined) await use(await made);
    },
  };
}
