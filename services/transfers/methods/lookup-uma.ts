// Looks up the receiver of a UMA address: its currencies, and the payer fields that it requires.
import type { LookupService } from '../../../gen/payments/transfers/v1/lookup_pb.ts';
import { parseUma } from '../../kit/messages/uma-address.ts';
import type { TransfersMethod } from '../context.ts';
import { findPayer } from '../steps/lookup/find-payer.ts';
import { findReceiver } from '../steps/lookup/find-receiver.ts';
import { keepLookup, sendingCurrencyOf } from '../steps/lookup/keep-lookup.ts';

export const lookupUma: TransfersMethod<typeof LookupService.method.lookupUma> = async (request, context) => {
  const address = parseUma(request.receiverUmaAddress);
  const [payer, { config }] = await Promise.all([findPayer(context, request), context.clients.platforms.getPlatform({})]);
  const found = await findReceiver(context, { address, config, ...(payer && { payer }) });

  const shown = await keepLookup(context, { ...found, receiver: address.text, sending: sendingCurrencyOf(payer, config) });
  return { ...shown, receiverUmaAddress: address.text };
};
