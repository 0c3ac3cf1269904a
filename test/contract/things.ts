// Resources of a platform, by the names that requests use.
import { randomBytes, randomUUID } from 'node:crypto';
import { timestampNow } from '@bufbuild/protobuf/wkt';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { PlatformAdministrationService } from '../../gen/payments/platform/v1/platform_administration_pb.ts';
import { RequestRecorderService } from '../../gen/payments/platform/v1/request_recorder_pb.ts';
import { eventually, makePayee, makePayer, makeQuote, quoteBody } from '../kit/payments.ts';
import type { Tenant } from '../kit/platform.ts';
import type { Rest } from '../kit/rest.ts';
import { newNetworkToken } from '../services/stablecoins/network-tokens.ts';
import { bank, byWire, wallet } from '../services/stablecoins/operations-world.ts';
import { makeCardPayments } from './card-things.ts';
import { makeApplicants, makeEuropeans } from './customer-things.ts';
import { cancellable, challenged, dollarBank, makeUnproven, pushedQuote } from './payment-things.ts';
import { actingAgent, agent, bankAccount, harmlessFault } from './valid-bodies.ts';
import { makeWallet } from './wallet-things.ts';

/** Ids by the names of paths and bodies. */
export interface Things {
  readonly [name: string]: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly externalAccountId: string;
  /** The platform's own. */
  readonly ownAccountId: string;
  readonly unprovenWalletId: string;
  /** Has an open ownership challenge. */
  readonly challengedWalletId: string;
  readonly ownUnprovenWalletId: string;
  readonly ownChallengedWalletId: string;
  readonly quoteId: string;
  readonly transactionId: string;
  /** Ended. */
  readonly completedId: string;
  /** A webhook. */
  readonly eventId: string;
  /** The `authorization` header of another platform, which loses all its things, and its snapshot. */
  readonly spareToken: string;
  readonly snapshotId: string;
  /** Of an operation that does not exist. */
  readonly loggedRequestId: string;
  readonly faultId: string;
  /** On a slow rail. */
  readonly cancellableId: string;
  /** A foreign bank account in the currency of `accountId`. */
  readonly dollarBankId: string;
  /** Of a customer with strong customer authentication. */
  readonly europeanId: string;
  readonly europeanBankId: string;
  readonly trustAskedId: string;
  readonly untrustAskedId: string;
  readonly waitingQuoteId: string;
  readonly loggingInId: string;
  readonly loginId: string;
  readonly passkeyId: string;
  /** A reset of a factor. */
  readonly resetId: string;
  /** A quote that waits for funding. */
  readonly pushedQuoteId: string;
  readonly tokenId: string;
  readonly walletId: string;
  readonly credentialId: string;
  readonly businessId: string;
  readonly beneficialOwnerId: string;
  /** A customer without a decision. */
  readonly undecidedId: string;
  /** Customers with contacts to verify. */
  readonly reachableId: string;
  readonly provenId: string;
  readonly documentId: string;
  readonly verificationId: string;
  /** An import. */
  readonly jobId: string;
  readonly umaAddress: string;
  /** Codes of invitations. */
  readonly invitation: string;
  readonly secondInvitation: string;
  readonly sessionId: string;
  /** The wallet funds it; without a delegated key. */
  readonly cardId: string;
  /** Funded by an account with money; the card of these transactions. */
  readonly fundedCardId: string;
  readonly openPaymentId: string;
  readonly advisedPaymentId: string;
  readonly settledPaymentId: string;
  readonly refundedPaymentId: string;
  /** Of another card that the wallet funds, with its key. */
  readonly fundingSourceId: string;
  readonly delegatedKeyId: string;
  readonly stablecoinProviderAccountId: string;
  readonly agentId: string;
  /** Of another agent. */
  readonly deviceCode: string;
  /** Of an agent whose payments wait for approval, and two of them. */
  readonly waitingAgentId: string;
  readonly actionId: string;
  readonly secondActionId: string;
  /** Of the third agent. */
  readonly agentQuoteId: string;
  readonly agentActionId: string;
  /** The `authorization` header of a third agent. */
  readonly accessToken: string;
  readonly stablecoinId: string;
  readonly stablecoinOperationId: string;
  /** Accounts of the platform that mints and burns use. */
  readonly issuerBankId: string;
  readonly issuerWalletId: string;
}

export async function makeThings({ rest, internal }: Pick<Tenant, 'rest' | 'internal'>): Promise<Things> {
  const { customerId, accountId } = await makePayer(rest, 100_000, ['USD', 'EUR']);
  const externalAccountId = await makePayee(rest, customerId);
  const quote = await makeQuote(rest, { from: accountId, to: externalAccountId });
  const { body: token } = await rest('POST', '/tokens', { body: { name: 'specimen', permissions: ['VIEW'] } });
  const wallet = await makeWallet({ rest, internal });
  const { umaAddress } = (await rest('GET', `/customers/${customerId}`)).body;
  const invite = async () => (await rest('POST', '/invitations', { body: { inviterUma: umaAddress } })).body.code;
  const { body: completed } = await rest('GET', `/transactions?customerId=${customerId}&status=COMPLETED`);
  const completedId: string = completed.data[0].id;
  const stablecoin = await makeStablecoin(rest); // before wallets require proofs of ownership
  await internal(AccountDirectoryService).setCounterpartyRules({ applies: true });
  const { body: ownAccount } = await rest('POST', '/platform/external-accounts', { body: bankAccount() });
  return {
    customerId,
    accountId,
    externalAccountId,
    quoteId: quote.id,
    dollarBankId: await dollarBank(rest, customerId),
    pushedQuoteId: await pushedQuote(rest, accountId, customerId),
    transactionId: quote.transactionId,
    completedId,
    eventId: await eventOf(rest, completedId),
    ...(await sparePlatform({ rest, internal })),
    loggedRequestId: await loggedRequest(internal),
    faultId: (await rest('POST', '/sandbox/faults', { body: harmlessFault })).body.id,
    cancellableId: await cancellable(rest, { customerId, accountId }),
    tokenId: token.id,
    ownAccountId: ownAccount.id,
    unprovenWalletId: await makeUnproven(rest, '/customers'),
    challengedWalletId: await challenged(rest, '/customers'),
    ownUnprovenWalletId: await makeUnproven(rest, '/platform'),
    ownChallengedWalletId: await challenged(rest, '/platform'),
    ...wallet,
    ...(await makeCardPayments(rest)),
    ...(await makeAgents(rest, { customerId, accountId, externalAccountId })),
    ...(await makeApplicants(rest)),
    ...(await makeEuropeans(rest)),
    umaAddress,
    invitation: await invite(),
    secondInvitation: await invite(),
    ...stablecoin,
  };
}

/** The second of two, which asked for an unknown customer. */
async function loggedRequest(internal: Tenant['internal']): Promise<string> {
  const customer = `Customer:${randomUUID()}`;
  const responseBody = { status: 404, code: 'USER_NOT_FOUND', message: `There is no customer ${customer}.` };
  const made = {
    method: 'GET',
    path: `/2025-10-13/customers/${customer}`,
    operation: 'getCustomer',
    status: 404,
    errorCode: 'USER_NOT_FOUND',
    durationMs: 4,
    startedAt: timestampNow(),
    resources: [customer],
    responseBody,
  };
  const requests = [randomUUID(), randomUUID()].map((id) => ({ ...made, id: `Request:${id}`, requestId: id }));
  await internal(RequestRecorderService).recordRequests({ requests });
  return requests.at(-1)?.id ?? '';
}

/** The `authorization` header of a new platform, and its snapshot. */
async function sparePlatform({ rest, internal }: Pick<Tenant, 'rest' | 'internal'>) {
  const credentials = { clientId: randomBytes(16).toString('hex'), clientSecret: randomBytes(24).toString('hex') };
  const request = { platformId: randomUUID(), environment: 'sandbox', currencies: ['USD'], ...credentials };
  await internal(PlatformAdministrationService).createPlatform(request);
  const spareToken = `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`;
  const { body: snapshot } = await rest('POST', '/sandbox/snapshots', { token: spareToken, body: {} });
  return { spareToken, snapshotId: snapshot.id as string };
}

/** An event of the resource, once it was forwarded. */
async function eventOf(rest: Rest, resource: string): Promise<string> {
  const list = async () => (await rest('GET', `/events?resource=${resource}`)).body.data;
  return (await eventually(list, (events) => events.length > 0))[0].id;
}

async function makeAgents(rest: Rest, { customerId, accountId, externalAccountId }: Owner) {
  const { body: first } = await rest('POST', '/agents', { body: agent(customerId) });
  const { body: second } = await rest('POST', '/agents', { body: agent(customerId) });
  const body = quoteBody({ from: accountId, to: externalAccountId, amount: 100 });
  const execute = async (token: string) => {
    const { body: quote } = await rest('POST', '/agents/me/quotes', { token, body });
    return (await rest('POST', `/agents/me/quotes/${quote.id}/execute`, { token })).body.id;
  };
  const acting = await connected(rest, actingAgent(customerId));
  const { policy, ...names } = actingAgent(customerId);
  const waiting = await connected(rest, { ...names, policy: { ...policy, defaultExecutionMode: 'APPROVAL_REQUIRED' } });
  const { body: quote } = await rest('POST', '/agents/me/quotes', { token: acting.token, body });
  for (let more = 0; more < 3; more++) await execute(waiting.token); // for the list of approvals
  return {
    agentId: first.agent.id,
    deviceCode: second.deviceCode.code,
    accessToken: acting.token,
    agentQuoteId: quote.id,
    agentActionId: await execute(acting.token),
    waitingAgentId: waiting.id,
    actionId: await execute(waiting.token),
    secondActionId: await execute(waiting.token),
  };
}

interface Owner {
  readonly customerId: string;
  readonly accountId: string;
  readonly externalAccountId: string;
}

async function connected(rest: Rest, agentBody: object): Promise<{ id: string; token: string }> {
  const { body: made } = await rest('POST', '/agents', { body: agentBody });
  const { body: redeemed } = await rest('POST', `/agents/device-codes/${made.deviceCode.code}/redeem`, { token: null });
  return { id: made.agent.id, token: `Bearer ${redeemed.accessToken}` };
}

/** A stablecoin, the link through which it is issued, and a mint. */
async function makeStablecoin(rest: Rest) {
  const headers = { 'idempotency-key': 'specimen' };
  const credentials = { provider: 'BRALE', apiClientId: 'specimen', apiClientSecret: 'secret' };
  const { body: link } = await rest('POST', '/stablecoin-provider-accounts', { body: credentials, headers });
  const token = { providerTokenIdentifier: 'SPECIMEN', networkTokenIdentifier: newNetworkToken(), network: 'SPARK' };
  const { body: stablecoin } = await rest('POST', '/stablecoins', { body: token, headers });
  const [issuerBankId, issuerWalletId] = [await bank({ rest }), await wallet({ rest })];
  const { body: minted } = await rest('POST', `/stablecoins/${stablecoin.id}/mints`, {
    body: byWire({ walletId: issuerWalletId }),
    headers,
  });
  return {
    stablecoinProviderAccountId: link.id,
    stablecoinId: stablecoin.id,
    stablecoinOperationId: minted.id,
    issuerBankId,
    issuerWalletId,
  };
}
