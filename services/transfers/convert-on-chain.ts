// Transactions on chains, as rails tell them and as they are shown.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { CryptoNetwork } from '../../gen/payments/common/v1/payment_pb.ts';
import type {
  OnChainTransaction as OnChainMessage,
  OnChainTransactionSchema,
} from '../../gen/payments/transfers/v1/transaction_ends_pb.ts';
import type { OnChainTransaction } from './domain/shared/on-chain.ts';

/** What a rail tells; undefined without a hash or a network that is known. */
export function fromOnChain(message: OnChainMessage | undefined): OnChainTransaction | undefined {
  const network = message && networks.get(message.network);
  return message?.transactionHash && network !== undefined ? { hash: message.transactionHash, network } : undefined;
}

/** The field of an end of a transaction; none as long as nothing was told. */
export function toOnChain(told: OnChainTransaction | undefined): {
  onChainTransaction?: MessageInitShape<typeof OnChainTransactionSchema>;
} {
  if (!told) return {};
  const network = CryptoNetwork[told.network as keyof typeof CryptoNetwork];
  return { onChainTransaction: { transactionHash: told.hash, network } };
}

const networks = new Map(
  Object.entries(CryptoNetwork)
    .filter(([, number]) => number !== CryptoNetwork.UNSPECIFIED)
    .map(([name, number]): [CryptoNetwork, string] => [number, name]),
);
