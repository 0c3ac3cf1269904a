// Converts service fees between messages and the domain.
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { PaymentRail } from '../../gen/payments/common/v1/payment_pb.ts';
import type { ClearServiceFeeRequest } from '../../gen/payments/transfers/v1/service_fee_pb.ts';
import { currencyOf } from '../kit/core/currencies.ts';
import { fail } from '../kit/messages/fail.ts';
import { railOf } from './convert.ts';
import type { ServiceFee } from './domain/rates/fees.ts';
import { nameIn } from './domain/shared/name-in.ts';

type Corridor = Pick<ClearServiceFeeRequest, 'sendingCurrency' | 'receivingCurrency' | 'rail'>;

/** Throws INVALID_CURRENCY for an unknown currency. */
export function corridorIn({ sendingCurrency: sending, receivingCurrency: receiving, rail }: Corridor) {
  for (const code of [sending, receiving]) {
    if (!currencyOf(code)) throw fail(ErrorCode.INVALID_CURRENCY, `There is no currency ${code}.`);
  }
  return { sending, receiving, ...(rail !== undefined && { rail: nameIn(PaymentRail, rail) }) };
}

export function toServiceFee({ sending, receiving, rail, fixed, bps, counterparty }: ServiceFee) {
  return {
    sendingCurrency: sending,
    receivingCurrency: receiving,
    fixed,
    variableBps: Number(bps),
    ...(rail !== undefined && { rail: railOf(rail) }),
    ...(counterparty !== undefined && { counterpartyFixed: counterparty }),
  };
}
