// The operator's provider of liveness checks, called by RPC.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import { CheckStatus, type LivenessService } from '../../../gen/payments/liveness/v1/liveness_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { resetKind, toFactor } from '../convert-sca.ts';
import type { LivenessResult, ScaReset } from '../domain/sca/reset.ts';
import type { Liveness } from './liveness.ts';

export function connectedLiveness(client: Client<typeof LivenessService>): Liveness {
  return {
    start: async (reset) => {
      const { customerId, factor, expiresAt } = reset;
      const { accessToken, verificationLink } = await client.startCheck({
        checkId: checkIdOf(reset),
        customerId: publicId('Customer', customerId),
        factor: toFactor(factor),
        endsAt: timestampFromDate(expiresAt),
      });
      return { accessToken, verificationLink };
    },
    /** A result after the end has no effect, so the provider is not asked for it. */
    resultOf: async (reset, { now }) => {
      if (now >= reset.expiresAt) return 'PENDING';
      const { status } = await client.getCheck({ checkId: checkIdOf(reset) });
      return results.get(status) ?? 'PENDING';
    },
  };
}

const checkIdOf = ({ id }: ScaReset) => publicId(resetKind, id);

const results: ReadonlyMap<CheckStatus, LivenessResult> = new Map([
  [CheckStatus.IN_REVIEW, 'IN_REVIEW'],
  [CheckStatus.PASSED, 'PASSED'],
  [CheckStatus.REJECTED, 'REJECTED'],
]);
