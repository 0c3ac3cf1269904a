// A world with slow wallets: signed operations are answered PROCESSING, and settle three seconds later.
import { startWorld, type World } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { sealOtp, signedHeaders, type WalletKey, walletKey } from '../../kit/wallet-client.ts';
import { firstCredential, walletOf } from '../../kit/wallet-holder.ts';

/** An operation with its signature; it can be sent any number of times. */
export interface SignedSend {
  readonly requestId: string;
  readonly send: () => Promise<RestAnswer>;
}

export interface SlowHolder {
  readonly customerId: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly sessionId: string;
  readonly key: WalletKey;
}

export interface SlowWorld extends World {
  /** A customer with a wallet, logged in. */
  holder(): Promise<SlowHolder>;
  /** A code that was sent and has settled: the key to encrypt it to. */
  bundleOf(credentialId: string): Promise<string>;
  /** The first leg of a login, and the signer of its second. */
  login(credentialId: string, key?: WalletKey): Promise<SignedSend>;
  /** The first leg of an operation, and the signer of its second. */
  signed(operation: Operation): Promise<SignedSend>;
  /** Sends until it has settled. */
  settled(send: () => Promise<RestAnswer>): Promise<RestAnswer>;
  list(of: 'credentials' | 'sessions', accountId: string): Promise<RestAnswer['body'][]>;
}

export interface Operation {
  readonly method: 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly key: WalletKey;
}

export async function startSlowWorld(): Promise<SlowWorld> {
  const world = await startWorld({ settings: { isSandboxWalletProcessing: true } });
  const { rest, wall } = world;
  let count = 0;

  const settled = async (send: () => Promise<RestAnswer>) => {
    const first = await send();
    if (first.body.status !== 'PROCESSING') throw new Error(`It has settled immediately: ${JSON.stringify(first.body)}`);
    wall.advance(3_000);
    await world.settle();
    return send();
  };
  const signed = async ({ method, path, body, key }: Operation) => {
    const { body: issued } = await rest(method, path, { body });
    const headers = signedHeaders(issued, key);
    return { requestId: issued.requestId as string, send: () => rest(method, path, { body, headers }) };
  };
  const bundleOf = async (id: string) => {
    const { body } = await settled(() => rest('POST', `/auth/credentials/${id}/challenge`, { body: {} }));
    return body.otpEncryptionTargetBundle as string;
  };
  const login = async (id: string, key = walletKey()) => {
    const encryptedOtpBundle = await sealOtp(await bundleOf(id), { code: '000000', publicKey: key.compressed });
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle };
    return signed({ method: 'POST', path: `/auth/credentials/${id}/verify`, body, key });
  };
  const list = async (of: string, accountId: string) => (await rest('GET', `/auth/${of}?accountId=${accountId}`)).body.data;

  const holder = async () => {
    const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: `slow-${++count}@example.com` };
    const { body: customer } = await rest('POST', '/customers', { body: { ...person, phoneNumber: '+14155550100' } });
    const { id: accountId } = await walletOf(world, customer.id);
    const credentialId = await firstCredential(world, accountId);
    const key = walletKey();
    const { body: session } = await settled((await login(credentialId, key)).send);
    return { customerId: customer.id, accountId, credentialId, sessionId: session.id, key };
  };
  return { ...world, holder, bundleOf, login, signed, settled, list };
}

/** The answer while an operation settles. */
export const processing = {
  status: 'PROCESSING',
  message: 'The operation was accepted and has not settled. Send the same request again.',
};
