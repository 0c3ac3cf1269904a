// Updates of customers: all named fields, or none.
import { describe, expect, test } from 'vitest';
import { SourceOfFundsCategory } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { changesIn } from './changed-customers.ts';
import { address, business, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();
const { made, patch } = changesIn(world);

describe('an update', () => {
  test('changes the named fields and nothing else', async () => {
    const customer = await made({ birthDate: '1990-12-10', email: 'ada@example.com' });
    world.wall.advance(1000);

    const { status, body } = await patch(customer.id, {
      fullName: ' Ada  King ',
      idType: 'SSN',
      identifier: '123-45-6789',
      address,
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...customer,
      fullName: 'Ada King',
      idType: 'SSN',
      countryOfIssuance: 'US',
      address,
      updatedAt: world.wall.now().toISOString(),
    });
    expect((await world.rest('GET', `/customers/${customer.id}`)).body).toEqual(body);
  });

  test('without changes leaves the customer as it was', async () => {
    const customer = await made({ email: 'same@example.com' });
    world.wall.advance(1000);

    expect((await patch(customer.id, {})).body).toEqual(customer);
    expect((await patch(customer.id, { email: 'same@example.com' })).body).toEqual(customer);
    expect((await patch(customer.id, { region: 'DE', platformCustomerId: 'other', kycStatus: 'REJECTED' })).body).toEqual(
      customer,
    );
  });

  test('replaces lists and addresses as a whole', async () => {
    const customer = await made({ address, sourceOfFundsCategories: ['SALARY', 'GIFT'], currencies: ['USD', 'EUR'] });
    const bare = { line1: '2 Side St', postalCode: '10115', country: 'DE' };

    const { body } = await patch(customer.id, { address: bare, sourceOfFundsCategories: ['LOAN'], currencies: ['EUR', 'GBP'] });

    expect(body).toMatchObject({ sourceOfFundsCategories: ['LOAN'], currencies: ['EUR', 'GBP'] });
    expect(body.address).toEqual(bare);
  });

  test('merges the data of a business', async () => {
    const { body: customer } = await world.rest('POST', '/customers', { body: business });

    const change = {
      customerType: 'BUSINESS',
      businessInfo: { businessType: 'INFORMATION', countriesOfOperation: ['US', 'CA'] },
    };
    const { status, body } = await world.rest('PATCH', `/customers/${customer.id}`, { body: change });

    expect(status).toBe(200);
    expect(body.businessInfo).toEqual({
      ...business.businessInfo,
      businessType: 'INFORMATION',
      countriesOfOperation: ['US', 'CA'],
    });
  });

  test('over RPC changes the filled fields, or those of its mask', async () => {
    const { body: customer } = await world.rest('POST', '/customers', {
      body: {
        ...business,
        businessInfo: { ...business.businessInfo, sourceOfFundsCategories: ['LOANS'], doingBusinessAs: 'Acme' },
      },
    });
    const client = world.client(CustomerService);
    const info = { legalName: 'Acme Corp', sourceOfFundsCategories: [] };
    const kind = { case: 'business' as const, value: { businessInfo: info } };

    const filled = await client.updateCustomer({ customerId: customer.id, kind });
    const masked = await client.updateCustomer({
      customerId: customer.id,
      kind: { case: 'business', value: { businessInfo: { ...info, legalName: 'Ignored' } } },
      updateMask: { paths: ['business.business_info.source_of_funds_categories'] },
    });

    expect(infoOf(filled)).toMatchObject({ legalName: 'Acme Corp', sourceOfFundsCategories: [SourceOfFundsCategory.LOANS] });
    expect(infoOf(masked)).toMatchObject({ legalName: 'Acme Corp', doingBusinessAs: 'Acme', sourceOfFundsCategories: [] });
  });

  test('never triggers another decision', async () => {
    const customer = await made();

    const { body } = await patch(customer.id, { fullName: 'Suddenly 002' });

    expect(body.kycStatus).toBe('APPROVED');
    expect(await world.events(customer.id)).toHaveLength(1);
  });

  test('ignores a wallet signature that it does not need', async () => {
    const customer = await made();

    const headers = { 'service-wallet-signature': 'x', 'request-id': 'Request:0190b1a2-0000-7000-8000-000000000000' };
    const { status, body } = await patch(customer.id, { email: 'new@example.com' }, headers);

    expect({ status, email: body.email }).toEqual({ status: 200, email: 'new@example.com' });
  });

  test('makes a changed channel unverified', async () => {
    const contacts = { region: 'IE', email: 'ada@example.com', phoneNumber: '+353861234567' };
    const customer = await made(contacts);

    const { body } = await patch(customer.id, { email: 'other@example.com' });

    expect(body.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
  });

  test('is not lost among concurrent ones', async () => {
    const customer = await made();
    const changes = [
      { birthDate: '1990-12-10' },
      { nationality: 'GB' },
      { email: 'ada@example.com' },
      { address },
      { pepStatus: 'NONE' },
      { netWorthRange: 'OVER_25M' },
    ];

    await Promise.all(changes.map((change) => patch(customer.id, change)));

    const { body } = await world.rest('GET', `/customers/${customer.id}`);
    expect(body).toMatchObject(Object.assign({}, ...changes));
  });
});

function infoOf({ outcome }: Awaited<ReturnType<ReturnType<typeof world.client<typeof CustomerService>>['updateCustomer']>>) {
  const kind = outcome.case === 'customer' ? outcome.value.kind : undefined;
  return kind?.case === 'business' ? kind.value.businessInfo : undefined;
}
