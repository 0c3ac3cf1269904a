// Resources of a platform, and one valid request for each operation, made of them.
import { randomUUID } from 'node:crypto';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { DelegatedKeyDirectoryService } from '../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import { field as fieldRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { optionOf } from '../../services/kit/options.ts';
import { makePayee, makePayer, makeQuote, quoteBody } from '../kit/payments.ts';
import type { Tenant } from '../kit/platform.ts';
import type { Rest, RestAnswer, RestOptions } from '../kit/rest.ts';
import { signedHeaders, walletKey } from '../kit/wallet-client.ts';
import { type Holder, newHolder, signTwice } from '../kit/wallet-holder.ts';
import type { Operation } from './operations.ts';
import { sampleOf } from './schema.ts';

/** Ids by the names that paths and bodies give them. */
export interface Things {
  readonly [name: string]: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly externalAccountId: string;
  /** The platform's own. */
  readonly ownAccountId: string;
  readonly unprovenWalletId: string;
  /** There is a challenge to prove it. */
  readonly challengedWalletId: string;
  readonly ownUnprovenWalletId: string;
  readonly ownChallengedWalletId: string;
  readonly quoteId: string;
  readonly transactionId: string;
  /** A quote that waits for money from outside. */
  readonly pushedQuoteId: string;
  readonly tokenId: string;
  readonly walletId: string;
  readonly credentialId: string;
  readonly businessId: string;
  readonly beneficialOwnerId: string;
  /** A customer about whom nothing was decided. */
  readonly undecidedId: string;
  readonly documentId: string;
  readonly verificationId: string;
  readonly umaAddress: string;
  /** Codes of invitations. */
  readonly invitation: string;
  readonly secondInvitation: string;
  readonly sessionId: string;
  /** The wallet pays for it; they have no delegated key. */
  readonly cardId: string;
  /** Of another card that it pays for, with its key. */
  readonly fundingSourceId: string;
  readonly delegatedKeyId: string;
}

/** Which thing an id of a kind is, where an operation's specimen does not say otherwise. */
const thingsByKind: Readonly<Record<string, string>> = {
  Customer: 'customerId',
  InternalAccount: 'accountId',
  ExternalAccount: 'externalAccountId',
  Quote: 'quoteId',
  Transaction: 'transactionId',
  Token: 'tokenId',
  AuthMethod: 'credentialId',
  BeneficialOwner: 'beneficialOwnerId',
  Document: 'documentId',
  Verification: 'verificationId',
  Session: 'sessionId',
  DelegatedKey: 'delegatedKeyId',
};

export async function makeThings({ rest, internal }: Pick<Tenant, 'rest' | 'internal'>): Promise<Things> {
  const { customerId, accountId } = await makePayer(rest);
  const externalAccountId = await makePayee(rest, customerId);
  const quote = await makeQuote(rest, { from: accountId, to: externalAccountId });
  const { body: token } = await rest('POST', '/tokens', { body: { name: 'specimen', permissions: ['VIEW'] } });
  const wallet = await makeWallet({ rest, internal });
  const { umaAddress } = (await rest('GET', `/customers/${customerId}`)).body;
  const invite = async () => (await rest('POST', '/invitations', { body: { inviterUma: umaAddress } })).body.code;
  await internal(AccountDirectoryService).setCounterpartyRules({ applies: true });
  const { body: ownAccount } = await rest('POST', '/platform/external-accounts', { body: bankAccount() });
  return {
    customerId,
    accountId,
    externalAccountId,
    quoteId: quote.id,
    pushedQuoteId: await pushedQuote(rest, accountId, customerId),
    transactionId: quote.transactionId,
    tokenId: token.id,
    ownAccountId: ownAccount.id,
    unprovenWalletId: await makeUnproven(rest, '/customers'),
    challengedWalletId: await challenged(rest, '/customers'),
    ownUnprovenWalletId: await makeUnproven(rest, '/platform'),
    ownChallengedWalletId: await challenged(rest, '/platform'),
    ...wallet,
    ...(await makeApplicants(rest)),
    umaAddress,
    invitation: await invite(),
    secondInvitation: await invite(),
  };
}

/** Customers to be verified, and what is verified of them. */
async function makeApplicants(rest: Rest) {
  const { body: firm } = await rest('POST', '/customers', { body: business() });
  const { body: person } = await rest('POST', '/beneficial-owners', { body: owner(firm.id) });
  const { body: undecided } = await rest('POST', '/customers', { body: { ...customer(), fullName: 'Ada Lovelace 003' } });
  const { body: paper } = await rest('POST', '/documents', { payload: form({ documentHolder: undecided.id }) });
  const { body: verification } = await rest('POST', '/verifications', { body: { customerId: undecided.id } });
  return {
    businessId: firm.id,
    beneficialOwnerId: person.id,
    undecidedId: undecided.id,
    documentId: paper.id,
    verificationId: verification.id,
  };
}

/** A wallet outside whose owner has to prove that it is theirs. */
async function makeUnproven(rest: Rest, place: string): Promise<string> {
  const { body } = await rest('POST', `${place}/external-accounts`, { body: outsideWallet() });
  return body.id;
}

async function challenged(rest: Rest, place: string): Promise<string> {
  const id = await makeUnproven(rest, place);
  await rest('POST', `${place}/external-accounts/${id}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });
  return id;
}

async function pushedQuote(rest: Rest, to: string, customerId: string): Promise<string> {
  const source = { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' };
  const { body } = await rest('POST', '/quotes', { body: { ...quoteBody({ from: to, to }), source } });
  return body.id;
}

type WalletThings = 'walletId' | 'credentialId' | 'sessionId' | 'cardId' | 'fundingSourceId' | 'delegatedKeyId';

/** The wallet of a customer who can be reached in both ways and is logged in, and a card that it pays for. */
async function makeWallet(tenant: Pick<Tenant, 'rest' | 'internal'>): Promise<Pick<Things, WalletThings>> {
  const { email: _, ...person } = customer();
  const holder = await newHolder(tenant, person);
  const sessions = await tenant.rest('GET', `/auth/sessions?accountId=${holder.accountId}`);
  const { accountId: walletId, credentialId } = holder;
  return { walletId, credentialId, sessionId: sessions.body.data[0].id, ...(await makeDelegatedKey(tenant, holder)) };
}

async function makeDelegatedKey({ rest, internal }: Pick<Tenant, 'rest' | 'internal'>, { accountId, key }: Holder) {
  const bind = async (cardId: string) => {
    const fundingSourceId = `CardFundingSource:${randomUUID()}`;
    await internal(DelegatedKeyDirectoryService).bindFundingSource({ fundingSourceId, cardId, accountId });
    return fundingSourceId;
  };
  const [cardId, otherCardId] = [`Card:${randomUUID()}`, `Card:${randomUUID()}`];
  await bind(cardId);
  const fundingSourceId = await bind(otherCardId);
  const body = { cardId: otherCardId, internalAccountId: accountId, nickname: 'Groceries' };
  const call = { method: 'POST', path: '/auth/delegated-keys', body, key } as const;
  const { second } = await signTwice({ rest }, call);
  const third = await rest('POST', call.path, { body, headers: signedHeaders(second?.body, key) });
  return { cardId, fundingSourceId, delegatedKeyId: third.body.id as string };
}

export interface Request {
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly payload?: NonNullable<RestOptions['payload']>;
}

/** A valid request. An operation without a specimen gets the least that its schema demands. */
export function requestOf(operation: Operation, things: Things): Request {
  const { variables } = operation;
  const ids = Object.fromEntries(variables.map((name) => [name, idOf(operation, name, things) ?? unknownId(operation, name)]));
  const { query = {}, body, payload } = specimens[operation.id]?.(things) ?? {};
  if (payload) return { ids, query, payload };
  if (!operation.json) return { ids, query };
  return { ids, query, body: body ?? sampleOf(operation.json, things) };
}

/** The parameters without which a list is refused. */
export function demandedQuery(operation: Operation, things: Things): Record<string, string> {
  const { query } = requestOf(operation, things);
  const demanded = operation.query.filter(({ required }) => required).map(({ name }) => [name, query[name] ?? '']);
  return Object.fromEntries(demanded);
}

/** The id of a thing that a variable of the path may take; undefined when no thing is of its kind. */
export function idOf(operation: Operation, variable: string, things: Things): string | undefined {
  return specimens[operation.id]?.(things).id ?? things[thingsByKind[kindOf(operation, variable)] ?? ''];
}

/** Sends a request with parts of it changed. */
export async function send(
  tenant: Pick<Tenant, 'rest'>,
  operation: Operation,
  request: Request & RestOptions,
): Promise<RestAnswer> {
  const { ids, query, body, headers, ...options } = request;
  const key = operation.needsKey ? { 'idempotency-key': randomUUID() } : {};
  return tenant.rest(operation.verb, urlOf(operation, ids, query), {
    ...options,
    headers: { ...key, ...headers },
    ...(options.payload === undefined && body !== undefined && { body }),
  });
}

export function urlOf({ path }: Operation, ids: Request['ids'], query: Request['query'] = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  const text = new URLSearchParams(query).toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** The kind of id that a variable of the path takes: `Customer`. */
export function kindOf({ route }: Operation, variable: string): string {
  const field = route.pathFields.find(({ jsonName }) => jsonName === variable);
  return (field && optionOf(field, fieldRule)?.idKind) ?? '';
}

/** Well formed, and nobody's. */
export function unknownId(operation: Operation, variable: string): string {
  const kind = kindOf(operation, variable);
  return kind === '' ? randomUUID() : `${kind}:${randomUUID()}`;
}

/** Every id of things that stands in a value is replaced by the other things' id of the same name. */
export function withIdsOf<T>(value: T, from: Things, to: Readonly<Record<string, string>>): T {
  const names = new Map(Object.entries(from).map(([name, id]) => [id, name]));
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => {
    const name = typeof inner === 'string' ? names.get(inner) : undefined;
    return name === undefined ? inner : to[name];
  }) as T;
}

/** Without the ids of what is made anew by every look. */
export function withoutNew<T>(body: T): T {
  return JSON.parse(JSON.stringify(body).replace(/"Lookup:[^"]+"/g, '"Lookup"'));
}

let made = 0;

const customer = () => ({
  customerType: 'INDIVIDUAL',
  platformCustomerId: `contract-${++made}`,
  region: 'US',
  currencies: ['USD'],
  email: 'ada@example.com',
  phoneNumber: '+15551234567',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
  address: { line1: '1 Main Street', city: 'London', postalCode: 'N1 1AA', country: 'GB' },
});

const business = () => ({
  customerType: 'BUSINESS',
  platformCustomerId: `contract-${++made}`,
  businessInfo: { legalName: 'Acme Inc', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' },
});

const owner = (customerId: string) => ({
  customerId,
  roles: ['UBO'],
  ownershipPercentage: 60,
  personalInfo: {
    firstName: 'Grace',
    lastName: 'Hopper',
    birthDate: '1980-12-09',
    nationality: 'US',
    address: { line1: '1 Main Street', postalCode: '62701', country: 'US' },
    idType: 'SSN',
    identifier: '123-45-6789',
  },
});

/** A passport, scanned, with these fields beside it. */
function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ documentType: 'PASSPORT', country: 'GB', ...fields })) data.append(name, value);
  data.append('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'passport.pdf');
  return data;
}

const bankAccount = () => ({
  currency: 'GBP',
  platformAccountId: `contract-${++made}`,
  accountInfo: {
    accountType: 'GBP_ACCOUNT',
    sortCode: '200000',
    accountNumber: String(10_000_000 + made * 1_000 + 911),
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' },
  },
});

const outsideWallet = () => ({
  currency: 'USDC',
  ownershipType: 'FIRST_PARTY',
  accountInfo: { accountType: 'BASE_WALLET', address: `0x${String(++made).padStart(37, '0')}abc` },
});

interface Specimen {
  /** In the path. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly payload?: NonNullable<RestOptions['payload']>;
}

/** Operations that need no more than what stands in their paths have none. */
const specimens: Readonly<Record<string, (things: Things) => Specimen>> = {
  createToken: () => ({ body: { name: 'contract', permissions: ['MANAGE'] } }),
  updateConfig: () => ({ body: { embeddedWalletConfig: { appName: 'Contract', otpLength: 6 } } }),
  createCustomer: () => ({ body: customer() }),
  updateCustomer: () => ({ body: { customerType: 'INDIVIDUAL', fullName: 'Ada King' } }),
  listCustomerInternalAccounts: ({ customerId }) => ({ query: { customerId } }),
  createExternalAccount: ({ customerId }) => ({ body: { customerId, ...bankAccount() } }),
  createPlatformExternalAccount: () => ({ body: bankAccount() }),
  getPlatformExternalAccount: ({ ownAccountId }) => ({ id: ownAccountId }),
  deletePlatformExternalAccount: ({ ownAccountId }) => ({ id: ownAccountId }),
  createExternalAccountOwnershipChallenge: ({ unprovenWalletId }) => ({ id: unprovenWalletId, body: { method: 'LIVENESS' } }),
  verifyExternalAccountOwnership: ({ challengedWalletId }) => ({
    id: challengedWalletId,
    body: { signature: 'sandbox-valid-ownership-signature' },
  }),
  createPlatformExternalAccountOwnershipChallenge: ({ ownUnprovenWalletId }) => ({
    id: ownUnprovenWalletId,
    body: { method: 'LIVENESS' },
  }),
  verifyPlatformExternalAccountOwnership: ({ ownChallengedWalletId }) => ({
    id: ownChallengedWalletId,
    body: { signature: 'sandbox-valid-ownership-signature' },
  }),
  createBeneficialOwner: ({ businessId }) => ({ body: owner(businessId) }),
  updateBeneficialOwner: () => ({ body: { ownershipPercentage: 40, personalInfo: { lastName: 'Murray' } } }),
  listBeneficialOwners: ({ businessId }) => ({ query: { customerId: businessId } }),
  uploadDocument: ({ undecidedId }) => ({ payload: form({ documentHolder: undecidedId }) }),
  replaceDocument: () => ({ payload: form({}) }),
  createVerification: ({ undecidedId }) => ({ body: { customerId: undecidedId } }),
  createKycLink: () => ({ body: { redirectUri: 'https://platform.example/back' } }),
  listExternalAccounts: ({ customerId }) => ({ query: { customerId } }),
  createQuote: ({ accountId, externalAccountId }) => ({
    body: quoteBody({ from: accountId, to: externalAccountId, amount: 100 }),
  }),
  listTransactions: ({ customerId }) => ({ query: { customerId } }),
  listExchangeRates: () => ({ query: { sourceCurrency: 'USD', destinationCurrency: 'EUR' } }),
  listSessions: ({ walletId }) => ({ query: { accountId: walletId } }),
  refreshSession: () => ({ body: { clientPublicKey: walletKey().compressed } }),
  listCredentials: ({ walletId }) => ({ query: { accountId: walletId } }),
  createCredential: ({ walletId }) => ({ body: { type: 'SMS_OTP', accountId: walletId } }),
  createDelegatedKey: ({ cardId, walletId }) => ({ body: { cardId, internalAccountId: walletId, nickname: 'Groceries' } }),
  listDelegatedKeys: ({ walletId, fundingSourceId }) => ({ query: { accountId: walletId, fundingSourceId } }),
  updateInternalAccount: ({ walletId }) => ({ id: walletId, body: { privateEnabled: true } }),
  exportInternalAccount: ({ walletId }) => ({ id: walletId, body: { clientPublicKey: walletKey().uncompressed } }),
  createInvitation: ({ umaAddress }) => ({ body: { inviterUma: umaAddress, amountToSend: 100 } }),
  getInvitation: ({ invitation }) => ({ id: invitation }),
  claimInvitation: ({ invitation }) => ({ id: invitation, body: { inviteeUma: '$grace@uma.example' } }),
  cancelInvitation: ({ secondInvitation }) => ({ id: secondInvitation }),
  lookupUma: () => ({ id: '$success.usd@sandbox.uma.example' }),
  estimateWithdrawalFee: ({ walletId }) => ({
    body: {
      internalAccountId: walletId,
      currency: 'USDB',
      cryptoNetwork: 'SPARK',
      amount: 10_000_000,
      destinationAddress: `sparkrt1${'q'.repeat(62)}`,
    },
  }),
  sendSandboxFunds: ({ pushedQuoteId }) => ({ body: { quoteId: pushedQuoteId, currencyCode: 'USD' } }),
  fundInternalAccount: () => ({ body: { amount: 1_000 } }),
  advanceClock: () => ({ body: { seconds: 1 } }),
};
