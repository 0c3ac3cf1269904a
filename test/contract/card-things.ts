// A card with money, and card transactions that the network can act on.
import { eventually, makePayer } from '../kit/payments.ts';
import type { Rest } from '../kit/rest.ts';
import { cardMessage } from './valid-bodies.ts';

/** Each transaction is in the state that one event requires. */
export async function makeCardPayments(rest: Rest) {
  const { customerId, accountId } = await makePayer(rest);
  const body = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] };
  const { id: fundedCardId } = (await rest('POST', '/cards', { body })).body;
  await eventually(
    async () => (await rest('GET', `/cards/${fundedCardId}`)).body.state,
    (state) => state === 'ACTIVE',
  );
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

async function pay(rest: Rest, cardId: string): Promise<string> {
  const { body } = await rest('POST', `/sandbox/cards/${cardId}/simulate/authorization`, { body: cardMessage() });
  const { body: list } = await rest('GET', '/transactions?type=CARD');
  const isMade = (one: { issuerTransactionToken: string }) => one.issuerTransactionToken === body.issuerTransactionToken;
  return list.data.find(isMade).id;
}
