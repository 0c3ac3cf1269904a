// Converts the challenge of a waiting quote.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type ScaChallenge, ScaChallengeSchema, ScaFactor } from '../../gen/payments/common/v1/sca_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import { openAuthorization } from './domain/payment/authorization.ts';
import type { QuotedPayment } from './domain/payment/payment.ts';

/** Returned while the quote waits. */
export function toScaChallenge(transaction: QuotedPayment): { scaChallenge?: ScaChallenge } {
  const authorization = openAuthorization(transaction);
  if (!authorization) return {};
  const { id, factor, availableFactors, purpose, expiresAt, passkeyOptions } = authorization;
  return {
    scaChallenge: create(ScaChallengeSchema, {
      id: publicId('ScaChallenge', id),
      factor: ScaFactor[factor],
      availableFactors: availableFactors.map((one) => ScaFactor[one]),
      purpose,
      expiresAt: timestampFromDate(expiresAt),
      ...(passkeyOptions && { passkeyAssertionOptions: passkeyOptions }),
    }),
  };
}
