// Stores a lookup and converts it to a message.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { CustomerInfoFieldName } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import type { CurrencyPreferenceSchema } from '../../../../gen/payments/transfers/v1/lookup_pb.ts';
import { currencyMessage } from '../../../kit/core/currencies.ts';
import { publicId } from '../../../kit/core/ids.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { type Rates, rateBetween } from '../../domain/rates/rates.ts';
import { textOf } from '../../domain/shared/decimal.ts';
import type { RequiredField } from '../../domain/uma/customer-fields.ts';
import { lookupDeadline, type Receiver } from '../../domain/uma/lookup.ts';
import { currentRatesIfAny } from '../rates/current-rates.ts';
import type { SendingCurrency } from './sending-currency.ts';

export interface Found extends Receiver {
  /** UMA address, or public id of the account. */
  readonly receiver: string;
  readonly sendingFor: SendingCurrency;
}

/** Stores the result under the id of the operation, and returns it. */
export async function keepLookup(context: TransfersContext, { receiver, sendingFor, accepted, payerFields }: Found) {
  const { operationId: id, caller, clock } = context;
  const expiresAt = lookupDeadline(clock.now());
  const rates = await currentRatesIfAny(context);
  const supportedCurrencies = accepted.map(({ currency, min, max }): MessageInitShape<typeof CurrencyPreferenceSchema> => {
    return {
      currency: currencyMessage(currency),
      estimatedExchangeRate: estimate(rates, sendingFor(currency), currency),
      min,
      max,
    };
  });
  await context.store.lookups.insert({ id, platformId: caller.platformId, receiver, accepted, payerFields, expiresAt });
  return { supportedCurrencies, requiredPayerDataFields: payerFields.map(toDefinition), lookupId: publicId('Lookup', id) };
}

/** Received units per sent unit. */
function estimate(rates: Rates, sending: string, receiving: string): string {
  const rate = rateBetween(rates, sending, receiving);
  if (rate) return textOf(rate);
  throw fail(ErrorCode.LOOKUP_REQUEST_FAILED, `No exchange rate is available from ${sending} to ${receiving}. Try again later.`);
}

export function toDefinition({ name, isMandatory }: RequiredField) {
  return { name: CustomerInfoFieldName[name as keyof typeof CustomerInfoFieldName], mandatory: isMandatory };
}
