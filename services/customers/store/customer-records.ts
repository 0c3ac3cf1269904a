// The tables of customers, their addresses and contacts.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ContactVerificationStatus, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { ContactChangeState } from '../domain/contact-change.ts';
import type { ContactChannel } from '../domain/contact-code.ts';

export const CustomerRecord = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    platformCustomerId: p.text(),
    customerType: p.text().$type<'INDIVIDUAL' | 'BUSINESS'>(),
    status: p.text().$type<keyof typeof KycStatus>(),
    umaAddress: p.text(),
    region: p.text().nullable(),
    currencies: p.array<string>(),
    hasOwnCurrencies: p.boolean(),
    /** Null: not required. */
    emailVerification: p.text().$type<keyof typeof ContactVerificationStatus>().nullable(),
    phoneVerification: p.text().$type<keyof typeof ContactVerificationStatus>().nullable(),
    /** The customer's own data, sealed under its key. Null once erased. */
    personal: p.blob().$type<Buffer>().nullable(),
    eventCount: p.bigint('bigint'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    deletedAt: p.datetime(3).nullable(),
  },
  // Both among customers that are not deleted.
  uniques: [{ properties: ['platformId', 'platformCustomerId'] }, { properties: ['platformId', 'umaAddress'] }],
});

export type CustomerRow = InferEntity<typeof CustomerRecord>;

/** Number of customers per combination of filters. */
export const CustomerCountRecord = defineEntity({
  name: 'CustomerCount',
  tableName: 'customer_count',
  properties: {
    platformId: p.uuid().primary(),
    customerType: p.text().primary(),
    /** Empty: none. */
    region: p.text().primary(),
    currencies: p.array<string>().primary(),
    isDeleted: p.boolean().primary(),
    /** Sixteen rows, so that concurrent creations do not wait for each other. */
    part: p.smallint().primary(),
    count: p.bigint('bigint'),
  },
});

/** Directory of UMA addresses, with the platform of each. */
export const UmaAddressRecord = defineEntity({
  name: 'UmaAddress',
  tableName: 'uma_address',
  properties: {
    umaAddress: p.text().primary(),
    platformId: p.uuid(),
    /** The customer of the latest claim. */
    customerId: p.uuid(),
    /** Real time. */
    claimedAt: p.datetime(3),
  },
});

/** Changes of a customer's contact that also change its credentials. */
export const ContactChangeRecord = defineEntity({
  name: 'ContactChange',
  tableName: 'contact_change',
  properties: {
    platformId: p.uuid().primary(),
    /** Id of the signed operation. */
    id: p.uuid().primary(),
    customerId: p.uuid(),
    state: p.text().$type<ContactChangeState>(),
  },
});

/** The latest code of a customer and channel. */
export const ContactCodeRecord = defineEntity({
  name: 'ContactCode',
  tableName: 'contact_code',
  properties: {
    platformId: p.uuid().primary(),
    customerId: p.uuid().primary(),
    channel: p.text().$type<ContactChannel>().primary(),
    id: p.uuid(),
    /** The contact, sealed under the customer's key. */
    contact: p.blob().$type<Buffer>(),
    /** Keyed hash. */
    codeHash: p.blob().$type<Buffer>(),
    wrongCount: p.integer(),
    sentAt: p.datetime(3),
  },
});
