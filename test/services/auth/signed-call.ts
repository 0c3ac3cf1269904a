// A signed call: challenged once, and sent again with a signature.

import type { RestAnswer, Verb } from '../../kit/rest.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';
import { signedHeaders, type WalletKey } from '../../kit/wallet-client.ts';
import type { Holder } from '../../kit/wallet-holder.ts';

export type Wallets = Pick<SharedWorld, 'rest' | 'internal'>;

export interface Call {
  readonly method: Verb;
  readonly path: string;
  readonly body?: object;
  /** Valid in itself, but not the requested one. */
  readonly otherBody?: object;
  /** Signs the second leg; the holder's session by default. */
  readonly key?: WalletKey;
  /** The text to sign, if it is not in the answer to the unsigned call. */
  readonly challenge?: Challenge;
}

export interface Challenge {
  readonly payloadToSign: string;
  readonly requestId: string;
  readonly expiresAt: string;
}

export interface ChallengedCall {
  readonly challenge: Challenge;
  /** With the right signature by default. */
  readonly send: (headers?: Readonly<Record<string, string>>, body?: object) => Promise<RestAnswer>;
}

export async function challenged(
  world: Pick<Wallets, 'rest'>,
  { key: own }: Pick<Holder, 'key'>,
  call: Call,
): Promise<ChallengedCall> {
  const { method, path, body, key = own } = call;
  const challenge: Challenge = call.challenge ?? (await world.rest(method, path, { body })).body;
  const right = signedHeaders(challenge, key);
  return { challenge, send: (headers = right, sent = body) => world.rest(method, path, { body: sent, headers }) };
}

/** Sends it once; returns a function that sends it again with a signature. */
export async function signed(world: Wallets, holder: Pick<Holder, 'key'>, call: Call): Promise<() => Promise<RestAnswer>> {
  const { send } = await challenged(world, holder, call);
  return () => send();
}
