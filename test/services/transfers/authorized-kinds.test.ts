// Each kind of payment that requires its customer, authorized by each factor that may.
import { expect, test } from 'vitest';
import { type BrowserPasskey, enrollPasskey } from '../../kit/browser-passkey.ts';
import { logIn, newEuropean, newIban, scaCode } from '../../kit/european.ts';
import { makePayee, quoteBody } from '../../kit/payments.ts';
import { accountOf, newWallet, sharedTransfers } from './transfers-world.ts';
import { at, lookUp } from './uma-world.ts';

const world = await sharedTransfers();

interface Paying {
  readonly customerId: string;
  readonly accountId: string;
}

type Body = Readonly<Record<string, unknown>>;

interface Kind {
  readonly name: string;
  /** The first one is the currency of the paying account. */
  readonly currencies: readonly [string, ...string[]];
  readonly body: (payer: Paying) => Promise<Body>;
  readonly purposes: readonly string[];
  /** The status after the last proof, if the payment then waits for its funds. */
  readonly ends?: 'PENDING';
}

const toAccount = async ({ accountId: from }: Paying, to: Promise<string>) => quoteBody({ from, to: await to });
const pushed = async ({ customerId }: Paying, to: Promise<string>) => ({
  ...quoteBody({ from: '', to: await to }),
  source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'EUR' },
});
const exchange = ['CURRENCY_CONVERSION', 'PAYOUT'];

const kinds: readonly Kind[] = [
  {
    name: 'a transfer to a bank account',
    currencies: ['EUR'],
    body: (payer) => toAccount(payer, newIban(world.rest, payer.customerId)),
    purposes: ['TRANSFER'],
  },
  {
    name: 'a transfer to another customer',
    currencies: ['EUR'],
    body: (payer) =>
      toAccount(
        payer,
        newEuropean(world.rest, { amount: 0 }).then(({ accountId }) => accountId),
      ),
    purposes: ['TRANSFER'],
  },
  {
    name: 'a transfer at once',
    currencies: ['EUR'],
    body: async (payer) => ({ ...(await toAccount(payer, newIban(world.rest, payer.customerId))), immediatelyExecute: true }),
    purposes: ['TRANSFER'],
  },
  {
    name: 'a transfer funded from outside',
    currencies: ['EUR'],
    body: (payer) => pushed(payer, newIban(world.rest, payer.customerId)),
    purposes: ['TRANSFER'],
    ends: 'PENDING',
  },
  {
    name: 'an exchange funded from outside',
    currencies: ['EUR', 'USD'],
    body: (payer) => pushed(payer, accountOf(world, payer.customerId, 'USD')),
    purposes: exchange,
    ends: 'PENDING',
  },
  {
    name: 'a payout in another currency',
    currencies: ['EUR'],
    body: (payer) => toAccount(payer, makePayee(world.rest, payer.customerId)),
    purposes: exchange,
  },
  {
    name: 'a conversion between own accounts',
    currencies: ['EUR', 'USD'],
    body: (payer) => toAccount(payer, accountOf(world, payer.customerId, 'USD')),
    purposes: exchange,
  },
  {
    name: 'a payout of stablecoins to a bank account',
    currencies: ['USDC'],
    body: async (payer) => ({
      ...(await toAccount(payer, makePayee(world.rest, payer.customerId))),
      lockedCurrencyAmount: 5_000_000,
    }),
    purposes: exchange,
  },
  {
    name: 'an on-chain withdrawal',
    currencies: ['USDC'],
    body: (payer) => toAccount(payer, newWallet(world, payer.customerId)),
    purposes: ['TRANSFER'],
  },
  {
    name: 'a Lightning withdrawal',
    currencies: ['USDC'],
    body: async (payer) => ({
      ...(await toAccount(payer, newLightningPayee(payer.customerId))),
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 5_000,
    }),
    purposes: exchange,
  },
  {
    name: 'a payment to a UMA address',
    currencies: ['EUR'],
    body: async ({ accountId }) => {
      const umaAddress = at('success.usd');
      const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
      return { ...quoteBody({ from: accountId, to: '' }), destination, lookupId: await lookUp(world, umaAddress) };
    },
    purposes: exchange,
  },
];

async function newLightningPayee(customerId: string): Promise<string> {
  const accountInfo = {
    accountType: 'LIGHTNING',
    invoice: `lnbcrt50u1pvjluez${customerId.slice(-8).replaceAll(/[1bio]/g, 'q')}999`,
  };
  const { status, body } = await world.rest('POST', '/customers/external-accounts', {
    body: { customerId, currency: 'BTC', accountInfo },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const proofs: Readonly<
  Record<string, (challenge: { passkeyAssertionOptions: { challenge: string } }, passkey: BrowserPasskey) => object>
> = {
  SMS_OTP: () => ({ code: scaCode }),
  PASSKEY: ({ passkeyAssertionOptions }, passkey) => passkey.prove(passkeyAssertionOptions),
};

const cases = kinds.flatMap((kind) => Object.keys(proofs).map((scaFactor) => ({ ...kind, scaFactor })));

test.each(cases)('$name, by $scaFactor', async ({ currencies, body, purposes, ends, scaFactor }) => {
  const payer = await newEuropean(world.rest, { amount: 10_000_000, currencies: [...currencies] });
  await logIn(world.rest, payer.customerId);
  const passkey = await enrollPasskey(world.rest, payer.customerId);
  const quote = await waitingQuote({ ...(await body(payer)), scaFactor });

  let current = quote;
  const passed = [];
  while (current.status === 'PENDING_AUTHORIZATION' && passed.length < 3) {
    passed.push(current.scaChallenge.purpose);
    expect(current.scaChallenge.factor).toBe(scaFactor);
    world.wall.advance(1_000);
    const proof = proofs[scaFactor]?.(current.scaChallenge, passkey) ?? {};
    ({ body: current } = await world.rest('POST', `/quotes/${quote.id}/authorize`, { body: proof }));
  }

  expect(passed).toEqual(purposes);
  expect(ends ? [ends] : ['PROCESSING', 'COMPLETED'], JSON.stringify(current)).toContain(current.status);
  expect((current.paymentInstructions ?? []).length > 0).toBe(ends === 'PENDING');
  const waiting = (await world.eventTypes(quote.transactionId)).filter((type) => type.endsWith('PENDING_AUTHORIZATION'));
  expect(waiting).toHaveLength(purposes.length);
});

/** A quote that waits for its customer: from its start, or from its execution. */
async function waitingQuote(body: Body & { readonly scaFactor: string }) {
  const { status, body: made } = await world.rest('POST', '/quotes', { body });
  if (made.status === 'PENDING_AUTHORIZATION') {
    expect([status, made.paymentInstructions]).toEqual([202, undefined]);
    return made;
  }
  expect(status, JSON.stringify(made)).toBe(201);
  const executed = await world.rest('POST', `/quotes/${made.id}/execute`, { body: { scaFactor: body.scaFactor } });
  expect(executed.status, JSON.stringify(executed.body)).toBe(200);
  return executed.body;
}
