// A card with money, and card transactions that the network can act on.
import { makePayer } from '../kit/payments.ts';
import type { Rest } from '../kit/rest.ts';
import { cardMessage } from './valid-bodies.ts';

/** Each transaction is in the state that one event requires. */
export async function makeCardPayments(rest: Rest) {
  const { customerId, accountId } = await makePayer(rest);
  const body = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] };
  const { id: fundedCardId } = (await rest('POST', '/cards', { body })).body;
  const act = (event: string, cardTransactionId: string) =>
    rest('POST', `/sandbox/cards/${fundedCardId}/simulate/${event}`, { body: { cardTransactionId, amount: 100 } });
  const cleared = async () => {
    const id = await pay(rest, fundedCardId);
    await act('clearing', id);
    return id;
  };
  const refundedPaymentId = await cleared();
  await act('return', refundedPaymentId);
  return {
    fundedCardId,
    openPaymentId: await pay(rest, fundedCardId),
    advisedPaymentId: await pay(rest, fundedCardId),
    settledPaymentId: await cleared(),
    refundedPaymentId,
  };
}

/** Declined until the issuer has provisioned the card. */
async function pay(rest: Rest, cardId: string): Promise<string> {
  for (;;) {
    const { body } = await rest('POST', `/sandbox/cards/${cardId}/simulate/authorization`, { body: cardMessage() });
    const { body: list } = await rest('GET', '/transactions?type=CARD&limit=100');
    const made = list.data.find(
      ({ issuerTransactionToken }: { issuerTransactionToken: string }) => issuerTransactionToken === body.issuerTransactionToken,
    );
    if (made?.status === 'AUTHORIZED') return made.id;
  }
}
