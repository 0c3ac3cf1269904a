// Checks of POST /sandbox/faults that depend on the body only.
import type { CreateFaultRequest } from '../../../gen/payments/platform/v1/fault_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { faultTypeIn } from '../convert-fault.ts';
import { callDelayMsMax, effectOf } from '../domain/fault.ts';

/** The type selects the fields that it requires and allows. */
export function checkFault({ type, operation, eventType, delayMs }: CreateFaultRequest): FieldError[] {
  const known = faultTypeIn(type);
  if (!known) return [];
  const { target, delayMs: ownDelayMs } = effectOf(known);
  const isLong = target === 'CALL' && delayMs !== undefined && delayMs > callDelayMsMax;
  return [
    ...subjectProblems('operation', operation, target === 'CALL'),
    ...subjectProblems('eventType', eventType, target === 'EVENT'),
    ...(delayMs !== undefined && ownDelayMs === undefined ? [{ field: 'delayMs', message: `is not a field of ${known}` }] : []),
    ...(isLong ? [{ field: 'delayMs', message: `must be at most ${callDelayMsMax} for calls` }] : []),
  ];
}

function subjectProblems(field: string, value: string | undefined, isRequired: boolean): FieldError[] {
  if (isRequired === (value !== undefined)) return [];
  return [{ field, message: isRequired ? 'is required for this type' : 'is not a field of this type' }];
}
