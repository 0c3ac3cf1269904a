// What takes time to create, and what not every process needs.

export interface AtFirstUse<Value> {
  /** Creates the value at the first call, and returns the same one from then on. */
  use(): Value;
  /** For the end of the process. Undefined if nothing has used the value. */
  made(): Value | undefined;
}

export function atFirstUse<Value>(create: () => Value): AtFirstUse<Value> {
  let made: { readonly value: Value } | undefined;
  return {
    use: () => (made ??= { value: create() }).value,
    made: () => made?.value,
  };
}
