// UMA addresses belong to one platform: who gets one, and when it is free again.
import { expect, test } from 'vitest';
import { UmaAddressService } from '../../../gen/payments/customers/v1/uma_address_pb.ts';
import { select } from '../../kit/books.ts';
import type { Rest } from '../../kit/rest.ts';
import { csv, imported, person } from './csv-files.ts';
import { individual, startCustomers } from './customers-world.ts';

const world = await startCustomers({ settings: { eraseAfterDays: 31 } });
const other = await world.newPlatform();
const holders = world.internal(UmaAddressService);

const create = ({ rest }: { rest: Rest }, body: object) => rest('POST', '/customers', { body: { ...individual, ...body } });
const overAnHour = 3_600_001;
const days = (count: number) => count * 24 * 3600;

async function holderOf(umaAddress: string): Promise<string | undefined> {
  return (await holders.findUmaHolder({ umaAddress })).holder?.customerId;
}

test('of two platforms that request an address concurrently one gets it', async () => {
  const addresses = Array.from({ length: 20 }, (_, at) => `$both${at}@localhost`);

  const pairs = await Promise.all(
    addresses.map((umaAddress) => Promise.all([create(world, { umaAddress }), create(other, { umaAddress })])),
  );

  expect(pairs.map((pair) => pair.map(({ status }) => status).toSorted())).toEqual(addresses.map(() => [201, 409]));
  for (const [at, pair] of pairs.entries()) {
    const made = pair.find(({ status }) => status === 201);
    expect(await holderOf(addresses[at] ?? '')).toBe(made?.body.id);
  }
});

test('every customer is found by its address: given, generated, changed or imported', async () => {
  const { body: given } = await create(world, { umaAddress: '$given@localhost' });
  const { body: generated } = await create(world, {});
  const { body: changed } = await create(world, {});
  await world.rest('PATCH', `/customers/${changed.id}`, {
    body: { customerType: 'INDIVIDUAL', umaAddress: '$Changed@localhost' },
  });
  await imported(world, csv([person('file')]));
  const { body: list } = await world.rest('GET', '/customers?umaAddress=$file@localhost');

  expect(await holderOf('$given@localhost')).toBe(given.id);
  expect(await holderOf(generated.umaAddress)).toBe(generated.id);
  expect(await holderOf('$changed@localhost')).toBe(changed.id);
  expect(await holderOf('$file@localhost')).toBe(list.data[0].id);
  expect(await holderOf(changed.umaAddress)).toBeUndefined();
});

test('an address given up, or requested in vain, is free for other platforms after an hour', async () => {
  const { body: customer } = await create(world, { umaAddress: '$moved@localhost' });
  const body = { customerType: 'INDIVIDUAL', umaAddress: '$elsewhere@localhost' };
  await world.rest('PATCH', `/customers/${customer.id}`, { body });
  const refused = await create(world, { platformCustomerId: customer.platformCustomerId, umaAddress: '$vain@localhost' });
  const early = await Promise.all(['$moved@localhost', '$vain@localhost'].map((umaAddress) => create(other, { umaAddress })));

  world.wall.advance(overAnHour);
  const late = await Promise.all(['$moved@localhost', '$vain@localhost'].map((umaAddress) => create(other, { umaAddress })));
  const used = await create(other, { umaAddress: '$elsewhere@localhost' });
  const job = await imported({ ...other, settle: world.settle }, csv([person('moved'), person('free')]));

  expect([refused.status, ...early.map(({ status }) => status)]).toEqual([409, 409, 409]);
  expect([...late.map(({ status }) => status), used.status]).toEqual([201, 201, 409]);
  expect(await holderOf('$moved@localhost')).toBe(late[0]?.body.id);
  expect(job.progress).toMatchObject({ successful: 1, failed: 1 });
});

test('an erased customer leaves no address behind, and removes no other', async () => {
  const body = { customerType: 'INDIVIDUAL', umaAddress: '$later@localhost' };
  const { body: customer } = await create(world, { umaAddress: '$earlier@localhost' });
  await world.rest('PATCH', `/customers/${customer.id}`, { body });
  await world.rest('DELETE', `/customers/${customer.id}`);
  const { body: heir } = await create(world, { umaAddress: '$earlier@localhost' });

  await world.advance(days(32));
  const left = await select(
    world.databaseUrl,
    `select uma_address as address from customers.uma_address where uma_address ~ 'earlier|later'`,
  );

  expect(left).toEqual([{ address: '$earlier@localhost' }]);
  expect(await holderOf('$earlier@localhost')).toBe(heir.id);
  expect((await create(other, { umaAddress: '$later@localhost' })).status).toBe(201);
});
