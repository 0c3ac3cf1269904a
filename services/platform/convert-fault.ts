// Converts faults between messages and the domain.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type CreateFaultRequest, type Fault as FaultMessage, FaultSchema } from '../../gen/payments/platform/v1/fault_pb.ts';
import { FaultType as FaultTypeNumber, FaultTypeSchema } from '../../gen/payments/platform/v1/fault_type_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import { enumNames } from '../kit/messages/json/enums.ts';
import { effectOf, type Fault, type FaultType, faultEffects, millionthsOf, probabilityOf } from './domain/fault.ts';

const { byNumber } = enumNames(FaultTypeSchema);

/** Undefined for UNSPECIFIED. */
export function faultTypeIn(type: FaultTypeNumber): FaultType | undefined {
  const name = byNumber.get(type) ?? '';
  return name in faultEffects ? (name as FaultType) : undefined;
}

/** A new fault, from a request that was checked. */
export function toFault(
  request: CreateFaultRequest & { readonly known: FaultType },
  made: Pick<Fault, 'id' | 'platformId' | 'createdAt'>,
): Fault {
  const { known: type, operation, eventType, count, probability, seed = 0n } = request;
  return {
    ...made,
    type,
    subject: operation ?? eventType,
    remaining: count ?? (probability === undefined ? 1 : undefined),
    millionths: probability === undefined ? undefined : millionthsOf(probability),
    seed,
    delayMs: request.delayMs ?? effectOf(type).delayMs,
    seenCount: 0n,
  };
}

export function toFaultMessage(fault: Fault): FaultMessage {
  const { id, type, subject, remaining, millionths, seed, delayMs, seenCount, createdAt } = fault;
  const { target } = effectOf(type);
  return create(FaultSchema, {
    id: publicId('Fault', id),
    type: FaultTypeNumber[type],
    seed,
    seenCount,
    createdAt: timestampFromDate(createdAt),
    ...(subject !== undefined && { [target === 'CALL' ? 'operation' : 'eventType']: subject }),
    ...(remaining !== undefined && { remaining }),
    ...(millionths !== undefined && { probability: probabilityOf(millionths) }),
    ...(delayMs !== undefined && { delayMs }),
  });
}
