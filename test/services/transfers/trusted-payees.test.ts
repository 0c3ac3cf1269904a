// Trust in a payee replaces the proof of a payment, not the login; and what a proof is bound to.
import { expect, test } from 'vitest';
import { personalDataOf } from '../../../services/kit/service/common-services.ts';
import { logIn, scaCode } from '../../kit/european.ts';
import { quoteBody } from '../../kit/payments.ts';
import { authorizingIn } from './authorized-payments.ts';
import { sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { newPayer, newQuote, execute, waiting } = authorizingIn(world);

test('a proof is required again when trust has ended', async () => {
  const payer = await newPayer();
  const { body: quote, to } = await newQuote(payer);
  for (const verb of ['trust', 'untrust']) {
    const at = `/customers/external-accounts/${to}/${verb}`;
    await world.rest('POST', at);
    expect((await world.rest('POST', `${at}/confirm`, { body: { code: scaCode } })).body).toEqual({ trusted: verb === 'trust' });
  }

  expect((await execute(quote.id)).body.status).toBe('PENDING_AUTHORIZATION');
});

test('at once to a trusted account, a quote requires a login and no proof', async () => {
  const payer = await newPayer({ isLoggedIn: false });
  const { to } = await newQuote(payer);
  await world.rest('POST', `/customers/external-accounts/${to}/trust`);
  await world.rest('POST', `/customers/external-accounts/${to}/trust/confirm`, { body: { code: scaCode } });
  const body = { ...quoteBody({ from: payer.accountId, to }), immediatelyExecute: true };

  const loggedOut = await world.rest('POST', '/quotes', { body });
  await logIn(world.rest, payer.customerId);
  const loggedIn = await world.rest('POST', '/quotes', { body });

  expect([loggedOut.status, loggedOut.body.code]).toEqual([409, 'SCA_SESSION_REQUIRED']);
  expect([loggedIn.status, loggedIn.body.status]).toEqual([201, 'COMPLETED']);
});

test('the challenge of a payment is bound to its amount and payee', async () => {
  const { payer } = await waiting();

  const { records } = await world.internal(personalDataOf('auth')).exportPerson({ customerId: payer.customerId });

  const agreements = records.filter(({ kind }) => kind === 'sca-challenge').map(({ fields }) => fields?.agreement);
  expect(agreements).toContain('to pay 10 EUR to Grace Hopper');
});
