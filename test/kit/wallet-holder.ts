// The holder of a wallet: a customer with an e-mail, who logs in with the sandbox's code and signs requests.
import { eventually } from './payments.ts';
import type { Tenant } from './platform.ts';
import type { RestAnswer, Verb } from './rest.ts';
import { sealOtp, signedHeaders, type WalletKey, walletKey } from './wallet-client.ts';

export interface Holder {
  /** Public ids. */
  readonly customerId: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly email: string;
  /** Of the session. */
  readonly key: WalletKey;
}

let count = 0;

/** A new customer with a wallet, logged in. */
export async function newHolder(tenant: Pick<Tenant, 'rest'>, more: object = {}): Promise<Holder> {
  const email = `holder-${++count}@example.com`;
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email, ...more };
  const { body: customer } = await tenant.rest('POST', '/customers', { body: person });
  const { id: accountId } = await walletOf(tenant, customer.id);
  const credentialId = await firstCredential(tenant, accountId);
  return { customerId: customer.id, accountId, credentialId, email, key: await logIn(tenant, credentialId) };
}

/** The wallet of a customer, from the list of accounts. */
export async function walletOf({ rest }: Pick<Tenant, 'rest'>, customerId: string): Promise<RestAnswer['body']> {
  const { body } = await rest('GET', `/customers/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  return body.data[0];
}

/** The id of the first credential of a wallet. A job creates it after the response to the request that created the wallet. */
export async function firstCredential({ rest }: Pick<Tenant, 'rest'>, accountId: string): Promise<string> {
  const first = async () => (await rest('GET', `/auth/credentials?accountId=${accountId}`)).body.data[0];
  return (await eventually(first, (credential) => credential !== undefined)).id;
}

/** The key of a new session, opened with a code. */
export async function logIn(tenant: Pick<Tenant, 'rest'>, credentialId: string): Promise<WalletKey> {
  const key = walletKey();
  const { body: issued } = await tenant.rest('POST', `/auth/credentials/${credentialId}/challenge`, { body: {} });
  const encryptedOtpBundle = await sealOtp(issued.otpEncryptionTargetBundle, { code: '000000', publicKey: key.compressed });
  const body = { type: issued.type, encryptedOtpBundle };
  const { first, second } = await signTwice(tenant, {
    method: 'POST',
    path: `/auth/credentials/${credentialId}/verify`,
    body,
    key,
  });
  if (second?.status !== 200) throw new Error(`The login failed: ${JSON.stringify(second?.body ?? first.body)}`);
  return key;
}

export interface SignedCall {
  readonly method: Verb;
  readonly path: string;
  readonly body: object;
  readonly key: WalletKey;
}

/** A call without a signature, then the signed retry of its challenge; only the first call if it returns no challenge. */
export async function signTwice(
  tenant: Pick<Tenant, 'rest'>,
  { method, path, body, key }: SignedCall,
): Promise<{ first: RestAnswer; second?: RestAnswer }> {
  const first = await tenant.rest(method, path, { body });
  if (first.status !== 202) return { first };
  return { first, second: await tenant.rest(method, path, { body, headers: signedHeaders(first.body, key) }) };
}
