// Platforms that can mint and burn: a registered stablecoin, a bank account and a Spark wallet.
import { select } from '../../kit/books.ts';
import type { Tenant } from '../../kit/platform.ts';
import type { Rest } from '../../kit/rest.ts';
import { key, link, register, token } from './stablecoins-world.ts';

export interface Issuer {
  readonly stablecoinId: string;
  readonly linkId: string;
  /** Ids of external accounts of the platform. */
  readonly bankId: string;
  readonly walletId: string;
}

/** A PROVISIONED stablecoin of a new link, and accounts without magic values. */
export async function newIssuer(tenant: Pick<Tenant, 'rest'>): Promise<Issuer> {
  const linkId = await link(tenant);
  const { body } = await register(tenant, { ...token(), stablecoinProviderAccountId: linkId });
  return { stablecoinId: body.id, linkId, bankId: await bank(tenant), walletId: await wallet(tenant) };
}

let made = 0;

/** A bank account in US dollars whose number ends in the suffix. */
export const bank = ({ rest }: Pick<Tenant, 'rest'>, suffix = '911') =>
  outsideAccount(rest, {
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: `${10_000 + ++made}${suffix}`,
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' },
    },
  });

/** A Spark wallet whose address ends in the suffix. */
export const wallet = ({ rest }: Pick<Tenant, 'rest'>, suffix = 'qqq') =>
  outsideAccount(rest, {
    currency: 'USDB',
    accountInfo: { accountType: 'SPARK_WALLET', address: `spark1pgss${String(++made).padStart(30, 'q')}${suffix}` },
  });

async function outsideAccount(rest: Rest, body: object): Promise<string> {
  return (await rest('POST', '/platform/external-accounts', { body })).body.id;
}

/** Requests of each supported variant, 2.50 US dollars each. */
export const byWire = ({ walletId }: Pick<Issuer, 'walletId'>) => ({
  amount: '2500000',
  fundingSource: { type: 'WIRE' },
  destination: { accountId: walletId },
});

export const byDebit = ({ bankId, walletId }: Issuer, type = 'ACH_DEBIT') => ({
  amount: '2500000',
  fundingSource: { type, externalAccountId: bankId },
  destination: { accountId: walletId },
});

export const fromWallet = ({ bankId }: Pick<Issuer, 'bankId'>, rail = 'RTP_CREDIT') => ({
  amount: '2500000',
  source: { type: 'EXTERNAL_ACCOUNT' },
  destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: bankId, rail },
});

export const fromBalance = (issuer: Issuer, rail = 'WIRE') => ({
  ...fromWallet(issuer, rail),
  source: { type: 'PROVIDER_INTERNAL_BALANCE' },
});

export const mint = (
  { rest }: Pick<Tenant, 'rest'>,
  { stablecoinId }: Pick<Issuer, 'stablecoinId'>,
  body: object,
  headers = key(),
) => rest('POST', `/stablecoins/${stablecoinId}/mints`, { body, headers });

export const burn = (
  { rest }: Pick<Tenant, 'rest'>,
  { stablecoinId }: Pick<Issuer, 'stablecoinId'>,
  body: object,
  headers = key(),
) => rest('POST', `/stablecoins/${stablecoinId}/burns`, { body, headers });

/** Requests of all kinds, by name. */
const requests = {
  'a mint by wire': (issuer: Issuer) => ({ send: mint, body: byWire(issuer) }),
  'a mint by debit': (issuer: Issuer) => ({ send: mint, body: byDebit(issuer) }),
  'a burn from a wallet': (issuer: Issuer) => ({ send: burn, body: fromWallet(issuer) }),
  'a burn of a balance': (issuer: Issuer) => ({ send: burn, body: fromBalance(issuer) }),
};
export type Kind = keyof typeof requests;

/** Requests an operation of a kind. */
export const request = (tenant: Tenant, issuer: Issuer, kind: Kind, changes: object = {}, headers = key()) => {
  const { send, body } = requests[kind](issuer);
  return send(tenant, issuer, { ...body, ...changes }, headers);
};
export const show = async ({ rest }: Tenant, id: string) => (await rest('GET', `/stablecoin-operations/${id}`)).body;

/** Steps of the memo ledger: of mints and burns that complete, and that fail after their start. */
export const steps = {
  minted: ['SC_FUND', 'SC_MINT'],
  unminted: ['SC_FUND', 'SC_FUND_BACK'],
  burned: ['SC_TAKE', 'SC_BURN'],
  unburned: ['SC_TAKE', 'SC_GIVE_BACK'],
};

/** The balances of the memo ledger of a stablecoin that are not zero: `{ BACKING: 250n, … }`. WORLD is that of the whole platform. */
export async function memoOf(databaseUrl: string, platformId: string, { stablecoinId }: Pick<Issuer, 'stablecoinId'>) {
  const rows = await select<{ kind: string; available: string }>(
    databaseUrl,
    `select kind, available from accounts.balance
     where platform_id = $1 and available <> 0 and (subaccount = $2 or kind = 'WORLD' and subaccount = 'sc_provider')`,
    [platformId, stablecoinId.split(':')[1]],
  );
  return Object.fromEntries(rows.map(({ kind, available }) => [kind.replace('STABLECOIN_', ''), Number(available)]));
}
