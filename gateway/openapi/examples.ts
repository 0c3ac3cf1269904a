// Examples of operations and webhooks: requests of the tests, and what the platform answered or sent. `npm run examples` writes them.
import recorded from './examples.json' with { type: 'json' };

export interface Example {
  readonly request?: unknown;
  /** By status. */
  readonly responses: Readonly<Record<string, unknown>>;
}

/** By the names of operations and webhooks: `createQuote`, `outgoingPaymentWebhook`. */
export const examples: Readonly<Record<string, Example>> = recorded;
