// A fault that a sandbox platform has set for its events. It affects the first attempt only, so that each event arrives in the end.

/** Sent twice; lost on the way; or held back, while later events of the resource are sent. */
export type WebhookFault = { readonly kind: 'DUPLICATED' | 'DROPPED' } | { readonly kind: 'HELD'; readonly delayMs: number };

/** Of an attempt that a fault prevented, in place of the reason why there was no response. */
export const faultFailure = 'FAULT';
