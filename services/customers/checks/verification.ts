// Checks of a decision on a submission.
import type { DecideVerificationRequest } from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { decisionProblems } from '../domain/verification.ts';

export function checkDecision({ verificationStatus: status, errors }: DecideVerificationRequest): FieldError[] {
  return decisionProblems({ status, errors });
}
