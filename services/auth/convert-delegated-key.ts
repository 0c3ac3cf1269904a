// Converts delegated keys to messages.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type DelegatedKey as DelegatedKeyMessage,
  DelegatedKeySchema,
  DelegatedKeyStatus,
} from '../../gen/payments/auth/v1/delegated_key_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { DelegatedKey } from './domain/delegated-key.ts';

/** A key, for its platform. The private key never leaves this service. */
export function toDelegatedKey(key: DelegatedKey): DelegatedKeyMessage {
  const { id, cardId, fundingSourceId, accountId, publicKey, nickname, status, createdAt, updatedAt } = key;
  return create(DelegatedKeySchema, {
    id: publicId('DelegatedKey', id),
    cardId: publicId('Card', cardId),
    fundingSourceId: publicId('CardFundingSource', fundingSourceId),
    accountId: publicId('InternalAccount', accountId),
    publicKey,
    nickname,
    status: DelegatedKeyStatus[status],
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  });
}
