// `logs`: the REST requests of a sandbox.
import { expect, test } from 'vitest';
import { startCli } from './cli-world.ts';

const world = await startCli({ requestLog: true });
const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' };

/** A new platform, after a success and an error were logged. */
async function withRequests() {
  const tenant = await world.newPlatform();
  const { body: customer } = await tenant.rest('POST', '/customers', { body: ada });
  const { headers } = await tenant.rest('GET', '/customers/Customer:x');
  const list = async () => (await tenant.rest('GET', '/sandbox/requests')).body.data.length;
  await expect.poll(list).toBe(2);
  return { tenant, customer, failedId: headers['x-request-id'] ?? '', environment: world.environmentOf(tenant) };
}

test('logs tail shows requests so far, then further ones, until Ctrl-C', async () => {
  const { tenant, environment } = await withRequests();

  const tail = world.start(['logs', 'tail'], { environment });
  await expect
    .poll(tail.out)
    .toMatch(/POST \S+\/customers {2}201 {2}.* ms .*\n.*GET \S+\/customers\/Customer:x {2}404 USER_NOT_FOUND {2}/);
  await tenant.rest('GET', '/tokens');

  await expect.poll(tail.out).toMatch(/GET \S+\/tokens {2}200 {2}/);
  expect(await tail.interrupt()).toBe(0);
  expect(tail.out().trim().split('\n')).toHaveLength(3);
});

test('logs tail filters, and prints bodies or JSON', async () => {
  const { customer, environment } = await withRequests();
  const once = (...options: string[]) => world.run(['logs', 'tail', '--once', ...options], { environment });

  const failed = await once('--failed', '--json');
  const ofCustomer = await once('--resource', customer.id, '--since', '1h', '--print', 'body');
  const wrong = await once('--print', 'everything');

  expect(JSON.parse(failed.out)).toMatchObject({ operation: 'getCustomer', status: 404, errorCode: 'USER_NOT_FOUND' });
  expect(ofCustomer.out).toMatch(
    /^\S+ {2}POST \S+ {2}201 .*\nrequest:\n\{\n[^]*"fullName": "Ada Lovelace"[^]*\nresponse:\n[^]*$/,
  );
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--print can be body.')]);
});

test('logs show finds a request by its id and by X-Request-Id', async () => {
  const { failedId, environment } = await withRequests();

  const byHeader = await world.json(['logs', 'show', failedId], { environment });
  const byId = await world.json(['logs', 'show', byHeader.id], { environment });
  const unknown = await world.run(['logs', 'show', 'nothing'], { environment });

  expect(byHeader).toMatchObject({ requestId: failedId, responseBody: { code: 'USER_NOT_FOUND' } });
  expect(byId).toEqual(byHeader);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There is no request nothing.')]);
});
