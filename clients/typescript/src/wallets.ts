// Signs operations of wallets, in browsers, apps and Node.js. The private key stays with the holder of the wallet.
import { toBase64Url, toDer, toHex } from './bytes.ts';
import type { CallOptions, Client } from './client.ts';
import type { Operation, Parts } from './operation.ts';

export interface WalletKey {
  /** Not extractable, unless it was created so. */
  readonly privateKey: CryptoKey;
  /** Compressed, in hex: `clientPublicKey` of a session whose key this is. */
  readonly publicKey: string;
  /** In hex. */
  readonly publicKeyUncompressed: string;
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' };

/** A new key. `isExtractable`: it can be exported, for example to store it. */
export async function createWalletKey({ isExtractable = false } = {}): Promise<WalletKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, isExtractable, ['sign', 'verify']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const isOdd = ((point.at(-1) ?? 0) & 1) === 1;
  const compressed = Uint8Array.from([isOdd ? 3 : 2, ...point.subarray(1, 33)]);
  return { privateKey, publicKey: toHex(compressed), publicKeyUncompressed: toHex(point) };
}

/** The value of `Service-Wallet-Signature` over the exact text of `payloadToSign`. */
export async function stampOf(payloadToSign: string, { privateKey, publicKey }: WalletKey): Promise<string> {
  const bytes = new TextEncoder().encode(payloadToSign);
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes));
  return toBase64Url(JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: toHex(toDer(signature)) }));
}

/** The response that requests a signature. */
export interface Challenge {
  readonly payloadToSign: string;
  readonly requestId: string;
}

/** Returns the value of `Service-Wallet-Signature` over a text: `stampOf` where the key is, for example in the app of the customer. */
export type Sign = (payloadToSign: string) => Promise<string>;

export interface SignedCall<Input extends Parts, Output> {
  readonly operation: Operation<Input, Output>;
  readonly input: Input;
  readonly sign: Sign;
}

/** A signed retry: calls the operation, has its challenge signed, and repeats the call with the signature. */
export async function callSigned<Input extends Parts, Output>(
  client: Client,
  { operation, input, sign }: SignedCall<Input, Output>,
  options: CallOptions = {},
): Promise<Exclude<Output, Challenge>> {
  const call = (parts: Parts) => client.call(operation as Operation<Parts, Output>, parts, options);
  const first = await call(input);
  if (!isChallenge(first)) return first as Exclude<Output, Challenge>;
  const headers = { 'Service-Wallet-Signature': await sign(first.payloadToSign), 'Request-Id': first.requestId };
  return (await call({ ...input, headers: { ...input.headers, ...headers } })) as Exclude<Output, Challenge>;
}

function isChallenge(output: unknown): output is Challenge {
  return typeof output === 'object' && output !== null && 'payloadToSign' in output && 'requestId' in output;
}
