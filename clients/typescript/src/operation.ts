// An operation of the API as data. `operations.js` has one for each, so that a bundle contains only those that are used.

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Parts of a request. */
export interface Parts {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
  readonly body?: unknown;
}

export interface Operation<Input extends Parts, Output> {
  readonly verb: Verb;
  /** `/customers/{customerId}` */
  readonly path: string;
  /** `payments.customers.v1.CustomerService/GetCustomer` */
  readonly rpc: string;
  /** Repeats with the same idempotency key have one effect. */
  readonly isKeyed?: true;
  /** For types only; never present. */
  readonly '~types'?: { readonly input: Input; readonly output: Output };
}

/** Without its types. */
export type AnyOperation = Pick<Operation<Parts, unknown>, 'verb' | 'path' | 'rpc' | 'isKeyed'>;

/** Whether a repeat after a lost response can have a second effect. */
export const isRepeatable = ({ verb, isKeyed }: AnyOperation): boolean => verb !== 'POST' || isKeyed === true;

/** A page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly hasMore?: boolean;
  readonly nextCursor?: string | null;
}
