// Rules over the passkey that is to become a credential, beside those of its fields in the proto.
import type { CreateCredentialRequest } from '../../../gen/payments/auth/v1/new_credential_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { registrationProblems } from '../domain/passkey/registration.ts';

export function checkNewPasskey({ kind }: CreateCredentialRequest): FieldError[] {
  return kind.case === 'passkey' ? registrationProblems(kind.value) : [];
}
