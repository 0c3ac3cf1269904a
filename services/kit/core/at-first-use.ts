// What takes time to create, and what not every process needs.

export interface AtFirstUse<Value> {
  /** Creates the value at the first call, and returns the same one from then on. After a failure, the next call tries again. */
  use(): Value;
  /** For the end of the process. Undefined if nothing has used the value. */
  made(): Value | undefined;
}

export function atFirstUse<Value>(create: () => Value): AtFirstUse<Value> {
  let made: { readonly value: Value } | undefined;
  return {
    use: () => {
      if (made) return made.value;
      const value = create();
      made = { value };
      if (value instanceof Promise) value.catch(() => (made = undefined));
      return value;
    },
    made: () => made?.value,
  };
}
