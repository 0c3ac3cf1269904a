// Converts on-chain transactions between reports of rails and messages.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { CryptoNetwork } from '../../gen/payments/common/v1/payment_pb.ts';
import type {
  OnChainTransaction as OnChainMessage,
  OnChainTransactionSchema,
} from '../../gen/payments/transfers/v1/transaction_ends_pb.ts';
import type { OnChainTransaction } from './domain/shared/on-chain.ts';

/** The reported on-chain transaction. Undefined without a hash or a known network. */
export function fromOnChain(message: OnChainMessage | undefined): OnChainTransaction | undefined {
  const network = message && networks.get(message.network);
  return message?.transactionHash && network !== undefined ? { hash: message.transactionHash, network } : undefined;
}

/** The field of a source or destination. Absent until it is reported. */
export function toOnChain(transaction: OnChainTransaction | undefined): {
  onChainTransaction?: MessageInitShape<typeof OnChainTransactionSchema>;
} {
  if (!transaction) return {};
  const network = CryptoNetwork[transaction.network as keyof typeof CryptoNetwork];
  return { onChainTransaction: { transactionHash: transaction.hash, network } };
}

const networks = new Map(
  Object.entries(CryptoNetwork)
    .filter(([, number]) => number !== CryptoNetwork.UNSPECIFIED)
    .map(([name, number]): [CryptoNetwork, string] => [number, name]),
);
