// The tables of internal accounts and wallets.
import { defineEntity, p } from '@mikro-orm/core';
import type { AccountStatus } from '../domain/account-status.ts';
import type { AccountType } from './internal-account-row.ts';

/** The fields other than balances. */
export const InternalAccountRecord = defineEntity({
  name: 'InternalAccount',
  tableName: 'internal_account',
  properties: {
    platformId: p.uuid().primary(),
    /** Also the id of its balance. */
    id: p.uuid().primary(),
    /** Null: belongs to the platform. */
    customerId: p.uuid().nullable(),
    type: p.text().$type<AccountType>(),
    currency: p.text(),
    status: p.text().$type<AccountStatus>(),
    /** Its coordinates and its payment reference are derived from it. Unique over all platforms. */
    serial: p.bigint('bigint'),
    /** fundingPaymentInstructions as returned to callers. */
    funding: p.text().columnType('json'),
    /** The operator's rail has not issued them yet. */
    coordinatesDue: p.boolean(),
    /** For wallets. */
    privateEnabled: p.boolean().nullable(),
    /** Increases with every change of this row. */
    revision: p.integer().default(1),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'customerId', 'type', 'currency'] }],
});

/** Counts accounts of customers, in the commit that opens them. */
export const InternalAccountCountRecord = defineEntity({
  name: 'InternalAccountCount',
  tableName: 'internal_account_count',
  properties: {
    platformId: p.uuid().primary(),
    currency: p.text().primary(),
    type: p.text().$type<AccountType>().primary(),
    /** Several rows, so that concurrent commits do not wait for each other. */
    part: p.smallint().primary(),
    count: p.bigint('bigint'),
  },
});

/** The wallets of internal accounts of that type. */
export const WalletRecord = defineEntity({
  name: 'Wallet',
  tableName: 'wallet',
  properties: {
    platformId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    /** Sealed. */
    mnemonic: p.blob().$type<Buffer>(),
    /** Null: none of its credentials was ever verified. */
    bootstrappedAt: p.datetime(3).nullable(),
  },
});

export const accountTables = [InternalAccountRecord, InternalAccountCountRecord, WalletRecord];
