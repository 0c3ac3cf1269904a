// Simulated on-chain transactions of sandbox payouts, with hashes in the format of their network.
import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { networkOfWallet } from '../domain/shared/networks.ts';
import type { OnChainTransaction } from '../domain/shared/on-chain.ts';
import type { Payout } from './rail.ts';

/** The same for every poll of a payout. Undefined if it is not on-chain. */
export function sandboxOnChain({ key, account }: Payout): OnChainTransaction | undefined {
  const network = networkOfWallet(account.info.info.case);
  const hashOf = network === undefined ? undefined : shapes[network];
  if (network === undefined || !hashOf) return undefined;
  return { network, hash: hashOf(createHash('sha512').update(key).digest()) };
}

const plain = (digest: Buffer) => digest.toString('hex', 0, 32);
const prefixed = (digest: Buffer) => `0x${plain(digest)}`;

/** 64 bytes. On Solana the signature identifies a transaction. */
const shapes: Readonly<Record<string, (digest: Buffer) => string>> = {
  BASE: prefixed,
  ETHEREUM: prefixed,
  POLYGON: prefixed,
  PLASMA: prefixed,
  SOLANA: (digest) => base58.encode(digest),
  TRON: plain,
  SPARK: plain,
};
