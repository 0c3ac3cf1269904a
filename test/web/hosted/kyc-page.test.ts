// The hosted page in the sandbox, without a browser: the results of a submission.
import { describe, expect, test } from 'vitest';
import { startCustomers } from '../../services/customers/customers-world.ts';
import { newLink } from './hosted-page.ts';
import { visitorsIn } from './page-visitors.ts';

const world = await startCustomers();
const { newIndividual, send, verificationsOf, show, open, newBusiness } = visitorsIn(world);
const redirectUri = 'https://platform.example/back?state=1';

describe('the result of a submission', () => {
  test.each([
    ['001', 'PENDING_MANUAL_REVIEW', [], 'PENDING'],
    ['003', 'RESOLVE_ERRORS', ['POOR_QUALITY_DOCUMENT'], 'UNVERIFIED'],
  ])('for an individual with %s, without any data: %s', async (suffix, status, errors, kycStatus) => {
    const customerId = await newIndividual(suffix);
    const link = await newLink(world, customerId, { redirectUri });

    const answer = await send(link);

    expect([answer.statusCode, answer.headers.location]).toEqual([303, redirectUri]);
    const [verification, ...others] = await verificationsOf(customerId);
    expect(others).toEqual([]);
    expect(verification.verificationStatus).toBe(status);
    expect(verification.errors.map(({ type }: { type: string }) => type)).toEqual(errors);
    expect((await show(customerId)).kycStatus).toBe(kycStatus);
    expect((await open(link)).statusCode).toBe(410);
  });

  test.each([
    ['HRB 001', 'PENDING_MANUAL_REVIEW', 'UNVERIFIED'],
    ['HRB 002', 'REJECTED', 'REJECTED'],
    ['HRB 003', 'PENDING_MANUAL_REVIEW', 'UNVERIFIED'],
    ['HRB 100', 'APPROVED', 'APPROVED'],
  ])('for a business with %s: %s', async (registrationNumber, status, kybStatus) => {
    const customerId = await newBusiness(registrationNumber);
    const link = await newLink(world, customerId, { redirectUri });

    expect((await send(link)).statusCode).toBe(303);

    expect(await verificationsOf(customerId)).toMatchObject([{ verificationStatus: status, errors: [] }]);
    expect((await show(customerId)).kybStatus).toBe(kybStatus);
  });

  test.each(['002', '004'])('for an individual with %s, already decided: only the return', async (suffix) => {
    const customerId = await newIndividual(suffix);
    const link = await newLink(world, customerId, { redirectUri });
    expect((await open(link)).body).not.toContain('<input');

    const answer = await send(link, { fullName: 'Another Person' });

    expect([answer.statusCode, answer.headers.location]).toEqual([303, redirectUri]);
    expect(await verificationsOf(customerId)).toEqual([]);
    expect((await show(customerId)).fullName).toBe(`Ada Lovelace ${suffix}`);
  });

  test('without a return address: a thank-you page', async () => {
    const answer = await send(await newLink(world, await newIndividual('001')));

    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<h1>Thank you</h1>');
  });
});

test('a business decided by its number needs no data', async () => {
  const link = await newLink(world, await newBusiness('HRB 100'));

  const { statusCode, body } = await open(link);

  expect(statusCode).toBe(200);
  expect(body).not.toMatch(/<input|<select/);
});

test('of twenty concurrent submissions one counts, and the others are too late', async () => {
  const customerId = await newIndividual('001');
  const link = await newLink(world, customerId, { redirectUri });

  const answers = await Promise.all(Array.from({ length: 20 }, () => send(link)));

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, ...Array(19).fill(410)]);
  expect(await verificationsOf(customerId)).toHaveLength(1);
});
