// Looks up the receiver of a UMA address: its currencies, and the payer fields that it requires.
import type { LookupService } from '../../../gen/payments/transfers/v1/lookup_pb.ts';
import { parseUma } from '../../kit/messages/uma-address.ts';
import type { TransfersMethod } from '../context.ts';
import { findPayer } from '../steps/lookup/find-payer.ts';
import { findReceiver } from '../steps/lookup/find-receiver.ts';
import { keepLookup } from '../steps/lookup/keep-lookup.ts';
import { findSendingCurrency } from '../steps/lookup/sending-currency.ts';

export const lookupUma: TransfersMethod<typeof LookupService.method.lookupUma> = async (request, context) => {
  const address = parseUma(request.receiverUmaAddress);
  const [payer, { config }] = await Promise.all([findPayer(context, request), context.clients.platforms.getPlatform({})]);
  const found = await findReceiver(context, { address, config, ...(payer && { payer }) });

  const sendingFor = await findSendingCurrency(context, payer, config);
  const shown = await keepLookup(context, { ...found, receiver: address.text, sendingFor });
  return { ...shown, receiverUmaAddress: address.text };
};
