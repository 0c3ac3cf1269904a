// The commands that ask a sandbox once: money, time, events, pages.
import { expect, test } from 'vitest';
import { startReceiver } from '../kit/receiver.ts';
import { startCli } from './cli-world.ts';

const world = await startCli();

test('pay makes a first payment by itself', async () => {
  const { code, out, err } = await world.run(['pay', '--amount', '20000']);

  expect(code).toBe(0);
  expect(out).toMatch(
    /^Transaction:\S+ {2}COMPLETED {2}USD 200\.00 -> EUR \d+\.\d\d\nfrom InternalAccount:\S+\nto {3}ExternalAccount:\S+\n$/,
  );
  expect(err).toMatch(/^Next: npx payments events list --resource Transaction:\S+\n$/);
});

test('fund adds money to an account or to the account of a customer, and pay spends it', async () => {
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', birthDate: '1990-02-03', currencies: ['USD', 'EUR'] };
  const { body: customer } = await world.rest('POST', '/customers', { body: person });
  const customerId = String(customer.id);
  const { body: accounts } = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
  const accountId = String(accounts.data[0].id);
  const byId = await world.run(['fund', accountId, '500']);
  const byCustomer = await world.json(['fund', customerId, '500', '--currency', 'USD']);
  const unclear = await world.run(['fund', customerId, '500']);

  const paid = await world.json(['pay', '--from', accountId, '--to', '$success.usd@sandbox.uma.example', '--amount', '700']);

  expect([byId.out, byId.code]).toEqual([`${accountId} has USD 5.00.\n`, 0]);
  expect(byCustomer.balance.amount).toBe(1_000);
  expect([unclear.code, unclear.err]).toEqual([1, expect.stringMatching(/several accounts. Pass --currency: .*USD/)]);
  expect(paid).toMatchObject({ status: 'COMPLETED', sentAmount: { amount: 700 } });
});

test('with --dry-run, fund and pay show what would happen, and change nothing', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'EUR'] });
  const environment = world.environmentOf(tenant);
  await world.run(['pay'], { environment });
  await world.settle();
  const { body: accounts } = await tenant.rest('GET', '/customers/internal-accounts?currency=USD');
  const { body: payees } = await tenant.rest('GET', '/customers/external-accounts');
  const [from, to] = [accounts.data[0].id, payees.data[0].id];
  await tenant.rest('PATCH', `/customers/${accounts.data[0].customerId}`, {
    body: { customerType: 'INDIVIDUAL', birthDate: '1990-02-03' }, // the UMA receiver requires it
  });
  await world.settle();
  const state = async () => [
    (await tenant.rest('GET', '/customers/internal-accounts')).body,
    (await tenant.rest('GET', '/transactions')).body,
    (await tenant.rest('GET', '/events')).body,
  ];
  const before = await state();

  const funded = await world.run(['fund', from, '500', '--dry-run'], { environment });
  const paid = await world.run(['pay', '--from', from, '--to', to, '--amount', '700', '--dry-run'], { environment });
  const refused = await world.run(['pay', '--from', from, '--to', to, '--amount', '900000000', '--dry-run'], { environment });
  const byUma = await world.json(['pay', '--from', from, '--to', '$success.usd@sandbox.uma.example', '--dry-run'], {
    environment,
  });
  const unnamed = await world.run(['pay', '--dry-run'], { environment });
  await world.settle();

  expect(funded).toMatchObject({
    code: 0,
    out: `${from} would have USD 999905.00.\n`,
    err: `Next: npx payments fund ${from} 500\n`,
  });
  expect(paid.out).toMatch(
    /^would be \w+ {2}USD 7\.00 -> EUR \d\.\d\d, with fees of USD \d\.\d\d\nfrom Internal.*\nto {3}External.*\n$/,
  );
  expect(paid.err).toBe(`Next: npx payments pay --from ${from} --to '${to}' --amount 700\n`);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/INSUFFICIENT_BALANCE.*\n {2}next: GET \/customers\/internal-accounts shows the balance/),
  ]);
  expect([unnamed.code, unnamed.err]).toEqual([2, 'A dry run requires --from and --to.\n']);
  expect(byUma).toMatchObject({ totalSendingAmount: 10_000, sendingCurrency: { code: 'USD' } });
  expect(await state()).toEqual(before);
});

test('the clock is shown and advanced', async () => {
  const before = await world.json(['clock', 'show']);

  const advanced = await world.json(['clock', 'advance', '1h30m']);
  const later = new Date(Date.parse(before.now) + 86_400_000).toISOString();
  const to = await world.json(['clock', 'to', later]);

  expect(Math.round((Date.parse(advanced.now) - Date.parse(before.now)) / 1_000)).toBe(5_400);
  expect(Date.parse(to.now)).toBe(Date.parse(later));
});

test('events are listed, shown and sent again', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'EUR'] });
  const environment = world.environmentOf(tenant);
  const { id } = await world.json(['pay'], { environment });
  await world.settle();
  const { out } = await world.run(['events', 'list', '--since', '1h', '--events', 'OUTGOING_*.completed'], { environment });
  const listed = await world.json(['events', 'list', '--resource', id, '--events', '*.COMPLETED', '--limit', '1'], {
    environment,
  });
  const receiver = await startReceiver();
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  await world.settle();

  const resent = await world.run(['events', 'resend', '--since', '1h', '--events', 'OUTGOING_*'], { environment });
  await world.settle();
  const shown = await world.run(['events', 'show', listed.id], { environment });
  const nothing = await world.run(['events', 'list', '--since', '1h', '--events', 'CARD*'], { environment });

  expect(out.split('\n').map((line) => line.split(/ {2,}/)[1])).toEqual(['TYPE', 'OUTGOING_PAYMENT.COMPLETED', undefined]);
  expect(listed).toMatchObject({ type: 'OUTGOING_PAYMENT.COMPLETED', resource: id });
  expect(resent.out.split('\n').filter(Boolean)).toHaveLength(3);
  expect(receiver.types().toSorted()).toEqual(['COMPLETED', 'PENDING', 'PROCESSING'].map((type) => `OUTGOING_PAYMENT.${type}`));
  expect(shown.code).toBe(0);
  expect(shown.out.split('\n')[0]).toBe(`OUTGOING_PAYMENT.COMPLETED  ${id}  DELIVERED`);
  expect(shown.out.split('\n')[1]).toMatch(/^attempt \d {2}\S+ {2}200 {2}\d+ ms$/);
  expect(shown.out).toContain('"type": "OUTGOING_PAYMENT.COMPLETED"');
  expect([nothing.out, nothing.err]).toEqual(['', 'There are no such events.\n']);
});

test('faults are set, listed and removed', async () => {
  const environment = world.environmentOf(await world.newPlatform({ currencies: ['USD'] }));
  const set = await world.json(['faults', 'set', 'error_before', '--operation', 'getConfig', '--count', '2'], { environment });
  world.wall.advance(1); // orders the faults
  const drop = ['faults', 'set', 'WEBHOOK_DROPPED', '--event', '*', '--probability', '0.5', '--seed', '7'];
  const dropping = await world.json(drop, { environment });

  const failing = await world.run(['config'], { environment });
  const { out } = await world.run(['faults', 'list'], { environment });
  const one = await world.run(['faults', 'remove', dropping.id], { environment });
  const all = await world.run(['faults', 'remove', '--all'], { environment });
  const working = await world.run(['config'], { environment });

  expect([failing.code, failing.err]).toEqual([1, expect.stringContaining('returned 500 INTERNAL_ERROR')]);
  expect(out).toMatch(/ERROR_BEFORE +getConfig {2}1 .*\n.*WEBHOOK_DROPPED {2}\* +unlimited {2}0\.5/);
  expect([one.out, all.out]).toEqual([`${dropping.id} is removed.\n`, `${set.id} is removed.\n`]);
  expect(working.code).toBe(0);
  expect((await world.run(['faults', 'list'], { environment })).err).toBe('No faults are set.\n');
});

test('reset removes what was made, and must be confirmed', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'EUR'] });
  const environment = world.environmentOf(tenant);
  await world.json(['pay'], { environment });

  const asked = await world.run(['reset'], { environment });
  const before = (await tenant.rest('GET', '/customers')).body.totalCount;
  const { code, out } = await world.run(['reset', '--yes'], { environment });

  expect([asked.code, asked.err, before]).toEqual([2, 'This removes all data of the platform. Pass --yes.\n', 1]);
  expect([code, out]).toEqual([0, 'The platform is in its first state.\n']);
  expect((await tenant.rest('GET', '/customers')).body.totalCount).toBe(0);
});

test('snapshots are taken, listed, restored and deleted', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'EUR'] });
  const environment = world.environmentOf(tenant);
  const { id } = await world.json(['snapshots', 'take', '--name', 'empty'], { environment });
  await world.json(['pay'], { environment });

  const listed = await world.json(['snapshots', 'list'], { environment });
  const asked = await world.run(['snapshots', 'restore', id], { environment });
  const { code, out } = await world.run(['snapshots', 'restore', id, '--yes'], { environment });
  const deleted = await world.run(['snapshots', 'delete', id], { environment });

  expect(listed).toMatchObject({ id, name: 'empty' });
  expect([asked.code, code, out]).toEqual([2, 0, `The platform is as in ${id}.\n`]);
  expect((await tenant.rest('GET', '/customers')).body.totalCount).toBe(0);
  expect(deleted.out).toBe(`${id} is deleted.\n`);
  expect((await world.run(['snapshots', 'list'], { environment })).err).toBe('There are no snapshots.\n');
});

test('a fork has the same customers, is saved as a profile, and is deleted', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'EUR'] });
  const environment = world.environmentOf(tenant);
  await world.json(['pay'], { environment });

  const { id } = await world.json(['fork', '--save', 'worker'], { environment });
  const { platform } = await world.json(['config', '--profile', 'worker'], { environment });
  const { code, out } = await world.run(['fork', 'delete', '--yes', '--profile', 'worker'], { environment });
  const refused = await world.run(['fork', 'delete', '--yes'], { environment });
  const unconfirmed = await world.run(['fork', 'delete'], { environment });

  expect([platform, code, out]).toEqual([id, 0, 'The fork is deleted.\n']);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('This platform is not a fork.')]);
  expect([unconfirmed.code, (await tenant.rest('GET', '/customers')).body.totalCount]).toEqual([2, 1]);
});

test.each([
  [['faults', 'remove'], 'Pass ids of faults, or --all.\n'],
  [['faults', 'set', 'DELAY', '--probability', 'half'], '"half" is not a share. Write a number from 0 to 1, such as 0.2.\n'],
])('%j is refused', async (args, sentence) => {
  expect(await world.run(args)).toEqual({ code: 2, out: '', err: sentence });
});

test('docs finds sections of the guides', async () => {
  const { out } = await world.run(['docs', 'external', 'accounts', 'PAYOUT_RETURNED']);
  const first = await world.json(['docs', 'missed', 'events']);
  const { code, err } = await world.run(['docs', 'xyzzy']);

  expect(out).toMatch(/^docs\/sandbox\.md#external-accounts$/m);
  expect(first).toMatchObject({ place: 'docs/webhooks.md#missed-events', text: expect.stringContaining('GET /events') });
  expect([code, err]).toEqual([0, expect.stringContaining('No section contains "xyzzy"')]);
});

test('open prints addresses of pages that exist', async () => {
  const { url } = await world.json(['open', 'sandbox', '--print']);
  const { code, err } = await world.run(['open', 'explorerr']);
  const missing = await world.run(['open'], { environment: { ...world.environmentOf(world), BROWSER: '/nowhere/browser' } });

  expect(await (await fetch(url)).text()).toContain('The sandbox');
  expect([code, err]).toEqual([2, 'There is no page "explorerr". Did you mean explorer?\n']);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('Set BROWSER')]);
});
