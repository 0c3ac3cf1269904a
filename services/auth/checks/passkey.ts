// Checks of a passkey registration, in addition to the rules of its fields.
import type { CreateCredentialRequest } from '../../../gen/payments/auth/v1/new_credential_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { registrationProblems } from '../domain/passkey/registration.ts';

export function checkNewPasskey({ kind }: CreateCredentialRequest): FieldError[] {
  return kind.case === 'passkey' ? registrationProblems(kind.value) : [];
}
