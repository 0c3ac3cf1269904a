// DeleteScaFactor: deletes the passkey of a customer. Challenges name the passkey that proves them, so its open ones stay unproven.
import type { ScaService } from '../../../gen/payments/auth/v1/sca_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { findApplicant, refuseOutOfScope } from '../steps/sca/applicant.ts';
import type { AuthRows } from '../store/store.ts';

type DeleteScaFactor = AuthMethod<typeof ScaService.method.deleteScaFactor>;

export const deleteScaFactor: DeleteScaFactor = async ({ customerId, credentialId }, context) => {
  const applicant = await findApplicant(customerId, context);
  const { key } = applicant;
  const refuseUnknown = async ({ scaPasskeys }: Pick<AuthRows, 'scaPasskeys'>) => {
    const passkey = await scaPasskeys.find(key);
    if (passkey?.webauthnId !== credentialId) throw unknownFactor(credentialId);
  };
  await refuseUnknown(context.store);
  refuseOutOfScope(applicant);
  await context.store.write(async (rows) => {
    await rows.scaCustomers.lock(key);
    await refuseUnknown(rows);
    await rows.scaPasskeys.remove(key);
  });
  return {};
};

const unknownFactor = (credentialId: string) =>
  fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no passkey ${credentialId} of this customer.`);
