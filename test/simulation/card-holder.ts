// What platforms and cardholders do: issue, freeze and close cards, choose their accounts, and create keys of wallets.
import { deepStrictEqual as equal } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { signedHeaders } from '../kit/wallet-client.ts';
import { logIn, signTwice } from '../kit/wallet-holder.ts';
import type { Account, Card } from './card-payment.ts';
import { type Act, aliveCard, type CardStage } from './card-stage.ts';

/** The end of its id selects what the sandbox makes of a card. */
const endings = ['000', '000', '000', '001', '002', '005'] as const;
type Ending = (typeof endings)[number];

const slowSeconds = 30;

export const issueAny: Act = async (stage) => {
  const ending = stage.random.pick(endings);
  await issue(stage, stage.random.pick(stage.holders), ending);
  return `issue ${ending}`;
};

/** A card that pays from some of these accounts. */
export async function issue(stage: CardStage, accounts: readonly Account[], ending: Ending = '000'): Promise<void> {
  const sources = anySources(stage, accounts);
  const body = {
    cardholderId: accounts[0]?.customerId,
    form: 'VIRTUAL',
    fundingSources: sources.map(({ id }) => id),
    maxSpendPerTransaction: 40_000,
    platformCardId: `${randomUUID()}-${ending}`,
  };
  const answer = await stage.tenant.rest('POST', '/cards', { body });
  equal(answer.status, 201, JSON.stringify(answer.body));
  const card: Card = { id: answer.body.id, accounts, sources, state: stateOf(ending) };
  stage.cards.push(card);
  if (ending === '005') stage.agenda.after(slowSeconds, () => (card.state = 'ACTIVE'));
  await stage.advance(1);
}

function stateOf(ending: Ending): Card['state'] {
  if (ending === '000') return 'ACTIVE';
  return ending === '002' ? 'CLOSED' : 'PROCESSING';
}

function anySources({ random }: CardStage, accounts: readonly Account[]): readonly Account[] {
  return random.pick([accounts, accounts, accounts.toReversed(), ...accounts.map((one) => [one])]);
}

/** Or unfreezes. */
export const freeze: Act = async (stage) => {
  const card = aliveCard(stage);
  await changeState(stage, card, card.state === 'FROZEN' ? 'ACTIVE' : 'FROZEN');
  return card.state === 'FROZEN' ? 'freeze' : 'unfreeze';
};

/** The customer gets another card. */
export const close: Act = async (stage) => {
  const card = aliveCard(stage);
  await changeState(stage, card, 'CLOSED');
  await issue(stage, card.accounts);
  stage.model.close(card);
  return 'close';
};

async function changeState({ tenant }: CardStage, card: Card, state: Card['state']): Promise<void> {
  const { status, body } = await tenant.rest('PATCH', `/cards/${card.id}`, { body: { state } });
  equal([status, body.state], [200, state], JSON.stringify(body));
  card.state = state;
}

/** A wallet that is removed loses its key. */
export const changeSources: Act = async (stage) => {
  const card = aliveCard(stage);
  const sources = anySources(stage, card.accounts);
  const body = { fundingSources: sources.map(({ id }) => id) };
  const answer = await stage.tenant.rest('PATCH', `/cards/${card.id}`, { body });
  equal([answer.status, answer.body.fundingSources], [200, body.fundingSources]);
  card.sources = sources;
  if (!sources.some(({ isWallet }) => isWallet)) card.keyId = undefined;
  await stage.advance(1);
  return 'change sources';
};

/** Of a card whose wallet pays: creates its key, or revokes it. */
export const changeKey: Act = async (stage) => {
  const card = aliveCard(stage);
  const wallet = card.sources.find(({ isWallet }) => isWallet);
  if (!wallet) return changeSources(stage);
  if (card.keyId === undefined) {
    card.keyId = await createKey(stage, card, wallet);
    return 'create key';
  }
  const { status } = await stage.tenant.rest('DELETE', `/auth/delegated-keys/${card.keyId}`);
  equal(status, 204);
  card.keyId = undefined;
  return 'revoke key';
};

async function createKey({ tenant }: CardStage, { id: cardId }: Card, { id: internalAccountId }: Account): Promise<string> {
  const path = '/auth/delegated-keys';
  const { body: credentials } = await tenant.rest('GET', `/auth/credentials?accountId=${internalAccountId}`);
  const key = await logIn(tenant, credentials.data[0].id);
  const body = { cardId, internalAccountId, nickname: 'Simulation' };
  const { second } = await signTwice(tenant, { method: 'POST', path, body, key });
  const made = await tenant.rest('POST', path, { body, headers: signedHeaders(second?.body, key) });
  equal(made.status, 201, JSON.stringify(made.body));
  return made.body.id;
}
