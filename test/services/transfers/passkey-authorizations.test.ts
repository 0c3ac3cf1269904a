// Payments that their customer authorizes with a passkey.
import { expect, test } from 'vitest';
import { browserPasskey, enrollPasskey } from '../../kit/browser-passkey.ts';
import { dieAt } from '../../kit/death.ts';
import { newIban } from '../../kit/european.ts';
import { balancesOf, makePayee, quoteBody } from '../../kit/payments.ts';
import { authorizingIn } from './authorized-payments.ts';
import { passkeyPayersIn } from './passkey-payers.ts';
import { sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { newQuote, execute, authorize, resend } = authorizingIn(world);
const { newHolder, waiting } = passkeyPayersIn(world);
const scaFactor = 'PASSKEY';

test('the challenge has the options for the browser, and the response executes the payment', async () => {
  const { payer, passkey, id, challenge } = await waiting();
  const expiresAt = new Date(world.wall.now().getTime() + 600_000).toISOString();

  const seen = await world.rest('GET', `/quotes/${id}`);
  const done = await authorize(id, passkey.prove(challenge.passkeyAssertionOptions));

  expect(challenge).toMatchObject({
    factor: 'PASSKEY',
    availableFactors: ['SMS_OTP', 'PASSKEY'],
    purpose: 'TRANSFER',
    expiresAt,
  });
  expect(challenge.passkeyAssertionOptions).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [{ type: 'public-key', id: passkey.credentialId }],
  });
  expect(challenge).not.toHaveProperty('passkeyAllowedOrigins');
  expect(seen.body.scaChallenge).toEqual(challenge);
  expect(done).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  expect(done.body).not.toHaveProperty('scaChallenge');
  expect((await balancesOf(world.rest, payer)).total).toBe(9_000);
});

test('an exchange is authorized in two steps, each with a response of its own', async () => {
  const { payer, passkey } = await newHolder();
  const to = await makePayee(world.rest, payer.customerId);
  const { body: quote } = await world.rest('POST', '/quotes', { body: quoteBody({ from: payer.accountId, to }) });
  const first = (await execute(quote.id, { scaFactor })).body.scaChallenge;
  const proof = passkey.prove(first.passkeyAssertionOptions);

  const { body: second } = await authorize(quote.id, proof);
  world.wall.advance(1_000);
  const repeated = await authorize(quote.id, proof);
  world.wall.advance(1_000);
  const done = await authorize(quote.id, passkey.prove(second.scaChallenge.passkeyAssertionOptions));

  expect([first.purpose, second.scaChallenge.purpose, second.scaChallenge.factor]).toEqual([
    'CURRENCY_CONVERSION',
    'PAYOUT',
    'PASSKEY',
  ]);
  expect(repeated).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect(done.body.status).toBe('COMPLETED');
});

test('with immediate execution, a quote waits for the passkey from the start', async () => {
  const { payer, passkey } = await newHolder();

  const { status, body } = await newQuote(payer, { immediatelyExecute: true, scaFactor });
  const done = await authorize(body.id, passkey.prove(body.scaChallenge.passkeyAssertionOptions));

  expect([status, body.scaChallenge.factor, done.body.status]).toEqual([202, 'PASSKEY', 'COMPLETED']);
});

test('a payment funded from outside is opened for funding by the passkey', async () => {
  const { payer, passkey } = await newHolder();
  const { customerId, accountId } = payer;
  const source = { sourceType: 'REALTIME_FUNDING', customerId, currency: 'EUR' };
  const body = { ...quoteBody({ from: accountId, to: accountId }), source, scaFactor };

  const made = await world.rest('POST', '/quotes', { body });
  const open = await authorize(made.body.id, passkey.prove(made.body.scaChallenge.passkeyAssertionOptions));

  expect([made.status, made.body.status, open.body.status]).toEqual([202, 'PENDING_AUTHORIZATION', 'PENDING']);
  expect(open.body.paymentInstructions).toHaveLength(1);
});

test('a payment to a payee whom the passkey trusts needs no proof', async () => {
  const { payer, passkey } = await newHolder();
  const { body: quote, to } = await newQuote(payer);
  const at = `/customers/external-accounts/${to}/trust`;
  const { scaChallenge } = (await world.rest('POST', at)).body;
  await world.rest('POST', `${at}/confirm`, { body: passkey.prove(scaChallenge.passkeyAssertionOptions) });

  expect((await execute(quote.id, { scaFactor })).body.status).toBe('COMPLETED');
});

test('if a process dies after accepting the response, the same response continues the payment', async () => {
  const { id, payer, passkey, challenge } = await waiting();
  const proof = passkey.prove(challenge.passkeyAssertionOptions);
  dieAt('authorization proved');

  const died = await authorize(id, proof);
  world.wall.advance(1_000);
  const again = await authorize(id, proof);

  expect([died.status, again.body.status]).toEqual([500, 'COMPLETED']);
  expect((await balancesOf(world.rest, payer)).total).toBe(9_000);
});

test('a challenge for a passkey has no code to resend', async () => {
  const { id } = await waiting();

  expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('the fixed value of the sandbox authorizes a payment', async () => {
  const { id } = await waiting();

  const passkeyAssertion = { response: { signature: 'sandbox-valid-passkey-signature' } };

  expect((await authorize(id, { passkeyAssertion, origin: 'https://any.test' })).body.status).toBe('COMPLETED');
});

test('a subdomain of the relying party can authorize', async () => {
  const tenant = await world.newPlatform();
  const domain = 'pay.passkeys.test';
  await tenant.rest('PATCH', '/config', { body: { umaDomain: domain } });
  const { newPayer: newTenantPayer } = authorizingIn({ ...world, ...tenant });
  const payer = await newTenantPayer();
  const passkey = browserPasskey({ origin: `https://${domain}`, rpId: domain });
  await enrollPasskey(tenant.rest, payer.customerId, passkey);
  const to = await newIban(tenant.rest, payer.customerId);
  const { body: quote } = await tenant.rest('POST', '/quotes', { body: quoteBody({ from: payer.accountId, to }) });
  const { body } = await tenant.rest('POST', `/quotes/${quote.id}/execute`, { body: { scaFactor } });

  const proof = passkey.prove(body.scaChallenge.passkeyAssertionOptions, { origin: `https://app.${domain}` });
  const done = await tenant.rest('POST', `/quotes/${quote.id}/authorize`, { body: proof });

  expect([done.status, done.body.status]).toEqual([200, 'COMPLETED']);
});
