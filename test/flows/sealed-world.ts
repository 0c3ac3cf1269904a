// A platform with a sealed value in nearly every sealed column, and the checks that must pass after a key rotation.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { fund, makePayee, makePayer, quoteBody } from '../kit/payments.ts';
import type { Tenant } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { Rest, RestAnswer } from '../kit/rest.ts';
import { sealOtp, signedHeaders, walletKey } from '../kit/wallet-client.ts';
import { newHolder, signTwice } from '../kit/wallet-holder.ts';
import { ownerOn, type WalletOwner } from '../services/accounts/wallet-owner.ts';
import { upload } from '../services/customers/documents.ts';
import { byWire, mint, newIssuer } from '../services/stablecoins/operations-world.ts';

const idempotent = { 'idempotency-key': randomUUID() };
const person = { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', idType: 'SSN', identifier: '123-45-6789' };
const own = '/platform/external-accounts';
const verified = { beneficiaryType: 'BUSINESS', legalName: 'Neem Textiles LLP' };

export async function sealedWorld({ rest, internal }: Tenant) {
  await mintAtProvider({ rest, internal });
  const receiver = await startReceiver();
  receiver.answer({ body: 'thank you' });
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const holder = await newHolder({ rest });
  const payer = await makePayer(rest);
  const payee = await makePayee(rest, payer.customerId);
  const { body: bank } = await rest('GET', `/customers/external-accounts/${payee}`);
  const told = { ...quoteBody({ from: payer.accountId, to: payee }), description: 'for the books' };
  const { body: customer } = await made(rest('POST', '/customers', { body: person, headers: idempotent }));
  const { body: document } = await made(upload(rest, customer.id));
  const { body: named } = await made(rest('POST', own, { body: namedAccount }));
  const wallet = ownerOn('BASE');
  const { body: external } = await made(rest('POST', own, { body: walletAccount(wallet) }));
  const proof = { method: 'WALLET_SIGNATURE' };
  const challenge = await made(rest('POST', `${own}/${external.id}/challenge`, { body: proof }));
  const { body: issued } = await rest('POST', `/auth/credentials/${holder.credentialId}/challenge`, { body: {} });
  const exporting = { clientPublicKey: walletKey().uncompressed };
  const asked = await rest('POST', `/internal-accounts/${holder.accountId}/export`, { body: exporting });
  const pay = (by: Rest, times: number) => payTimes(by, told, times);
  await Promise.all([pay(rest, 1), quoteOfPlatform(rest, named.id), rest('POST', '/sandbox/webhooks/test')]);
  await receiver.arrived(1);
  const arrivedBefore = receiver.received.length;

  /** Everything reads as before: flows begun under the old key are completed under the new one. */
  async function check(after: Rest): Promise<void> {
    const get = async (path: string) => (await after('GET', path)).body;
    expect((await get(`/customers/${customer.id}`)).fullName).toBe(person.fullName);
    expect((await get(`/documents/${document.id}`)).fileName).toBe(document.fileName);
    expect((await get(`/auth/credentials?accountId=${holder.accountId}`)).data).toMatchObject([{ nickname: holder.email }]);
    expect(await get(`${own}/${named.id}`)).toMatchObject({
      beneficiaryVerifiedData: { fullName: verified.legalName },
    });
    const filter = `receiverAccountIdentifier=${bank.accountInfo.iban ?? bank.accountInfo.accountNumber}&customerId=${payer.customerId}`;
    expect((await get(`/transactions?${filter}`)).data.at(-1)).toMatchObject({ description: told.description });
    const twin = await after('POST', own, { body: walletAccount(wallet) });
    expect([twin.status, twin.body.code]).toEqual([409, 'CONFLICT']);
    const repeated = await after('POST', '/customers', { body: person, headers: idempotent });
    expect([repeated.status, repeated.body.id]).toEqual([201, customer.id]);

    const signature = wallet.sign(challenge.body.messageToSign);
    const owned = await after('POST', `${own}/${external.id}/verify`, { body: { signature } });
    expect(owned.status, JSON.stringify(owned.body)).toBe(200);
    const exported = await after('POST', `/internal-accounts/${holder.accountId}/export`, {
      body: exporting,
      headers: signedHeaders(asked.body, holder.key),
    });
    expect(exported.status, JSON.stringify(exported.body)).toBe(200);
    const key = walletKey();
    const bundle = await sealOtp(issued.otpEncryptionTargetBundle, { code: '000000', publicKey: key.compressed });
    const body = { type: issued.type, encryptedOtpBundle: bundle };
    const path = `/auth/credentials/${holder.credentialId}/verify`;
    expect((await signTwice({ rest: after }, { method: 'POST', path, body, key })).second?.status).toBe(200);
    await pay(after, 1);
    await receiver.arrived(arrivedBefore + 1);
  }

  return { pay, check };
}

/** From the platform's own account, with a description. */
async function quoteOfPlatform(rest: Rest, to: string): Promise<void> {
  const { body: accounts } = await rest('GET', '/platform/internal-accounts?currency=USD');
  const from = accounts.data[0].id;
  await fund(rest, from, 100_000);
  await made(rest('POST', '/quotes', { body: { ...quoteBody({ from, to }), description: 'for the platform' } }));
}

async function made(asked: Promise<RestAnswer>): Promise<RestAnswer> {
  const answer = await asked;
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer;
}

async function payTimes(rest: Rest, terms: object, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const { body: quote } = await made(rest('POST', '/quotes', { body: terms }));
    const { status, body } = await rest('POST', `/quotes/${quote.id}/execute`);
    expect(status, JSON.stringify(body)).toBe(200);
  }
}

const namedAccount = {
  currency: 'USD',
  accountInfo: { accountType: 'USD_ACCOUNT', accountNumber: '98765432002', routingNumber: '121000358', beneficiary: verified },
};

const walletAccount = ({ accountType, address, currency }: WalletOwner) => ({
  currency,
  ownershipType: 'FIRST_PARTY',
  accountInfo: { accountType, address },
});

/** A link, and a mint with a description. From then on, wallets require proofs of ownership. */
async function mintAtProvider(tenant: Pick<Tenant, 'rest' | 'internal'>): Promise<void> {
  const issuer = await newIssuer(tenant);
  await made(mint(tenant, issuer, { ...byWire(issuer), description: 'Order of Ada Lovelace' }));
  await tenant.internal(AccountDirectoryService).setCounterpartyRules({ applies: true });
}
