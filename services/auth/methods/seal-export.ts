// SealExport: encrypts a wallet's recovery phrase to the key of its client. Nothing is stored.
import type { WalletEnvelopeService } from '../../../gen/payments/auth/v1/wallet_envelope_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { seal } from '../domain/wallet/hpke.ts';
import { pointOf } from '../domain/wallet/keys.ts';
import { exportEnvelope } from '../domain/wallet/quorum.ts';
import { quorumKey } from '../steps/quorum-key.ts';

type SealExport = AuthMethod<typeof WalletEnvelopeService.method.sealExport>;

/** In the sandbox the envelope is unsigned: clients decrypt it without checking its origin. */
export const sealExport: SealExport = async ({ accountId, mnemonic, clientPublicKey }, context) => {
  const recipient = pointOf(clientPublicKey);
  if (!recipient) throw fail(ErrorCode.INVALID_INPUT, 'clientPublicKey must be a point on the curve P-256.');
  const sealed = await seal(Buffer.from(mnemonic, 'utf8'), recipient);
  const key = context.caller.environment === 'production' ? await quorumKey(context) : undefined;
  return { envelope: exportEnvelope({ ...sealed, organizationId: accountId }, key) };
};
