// Several journals in one call: each is booked or refused on its own.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { PostManyResponse } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { startTwoProcesses } from './accounts-processes.ts';
import { available, held, type Platform } from './accounts-world.ts';
import { balancesOf, hold, move, soundBooks } from './journals.ts';
import { Model, type Request, randomFrom, requestFrom } from './simple-ledger.ts';

const ours = await startTwoProcesses();
afterAll(() => ours.close());

async function newPayer(amount: bigint): Promise<{ platform: Platform; account: string }> {
  const platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, amount);
  return { platform, account };
}

const holding = (account: string, amount: bigint) => ({ subject: randomUUID(), step: 'HOLD', legs: hold(account, amount) });

const textsOf = ({ verdicts }: PostManyResponse) =>
  verdicts.map(({ verdict: { case: kind, value } }) => {
    if (kind === 'refused') return value.details?.reason;
    return value?.replayed ? 'replayed' : kind;
  });

test('a refused journal does not affect the others, and does not use its key', async () => {
  const { platform, account } = await newPayer(500n);
  const journals = [holding(account, 300n), holding(account, 300n), holding(account, 200n)];

  const first = await platform.ledger.postMany({ journals });
  await platform.fund(account, 300n);
  const again = await platform.ledger.postMany({ journals });

  expect([first, again].map(textsOf)).toEqual([
    ['booked', 'INSUFFICIENT_BALANCE', 'booked'],
    ['replayed', 'booked', 'replayed'],
  ]);
  const [, refused] = first.verdicts;
  expect(refused?.verdict.value).toMatchObject({ code: ErrorCode.INVALID_AMOUNT, details: { available: 200, required: 300 } });
  expect(await balancesOf(platform, account)).toEqual({ balance: 0n, totalBalance: 800n });
  await soundBooks(platform);
});

test('a journal can spend what one before it in the call has moved', async () => {
  const { platform, account } = await newPayer(500n);
  const other = await platform.newAccount();
  const journals = Array.from({ length: 50 }, (_, index) => {
    const [from, to] = index % 2 === 0 ? [account, other] : [other, account];
    return { subject: randomUUID(), step: 'MOVE', legs: move(available(from), available(to), 500n) };
  });

  const answer = await platform.ledger.postMany({ journals });

  expect(textsOf(answer)).toEqual(Array(50).fill('booked'));
  expect(await balancesOf(platform, account)).toEqual({ balance: 500n, totalBalance: 500n });
});

test('a key that occurs twice in a call is booked once', async () => {
  const { platform, account } = await newPayer(500n);
  const journal = holding(account, 200n);

  const answer = await platform.ledger.postMany({ journals: [journal, journal, { ...journal, legs: hold(account, 100n) }] });

  expect(textsOf(answer)).toEqual(['booked', 'replayed', 'LEDGER_KEY_REUSED']);
  expect(await balancesOf(platform, account)).toEqual({ balance: 300n, totalBalance: 500n });
});

test('journals that cannot be booked on any balance are refused together, by their positions', async () => {
  const { platform, account } = await newPayer(500n);
  const broken = {
    ...holding(account, 1n),
    legs: [...hold(account, 1n), { account: held(account), currency: 'USD', amount: 1n }],
  };

  const attempt = platform.ledger.postMany({ journals: [holding(account, 1n), broken] });

  await expect(attempt).rejects.toMatchObject({
    code: ErrorCode.INVALID_INPUT,
    details: { errors: [{ field: 'journals.1.legs' }] },
  });
  expect(await balancesOf(platform, account)).toEqual({ balance: 500n, totalBalance: 500n });
});

test.each([0, 51])('a call with %s journals is refused', async (count) => {
  const { platform, account } = await newPayer(500n);
  const journals = Array.from({ length: count }, () => holding(account, 1n));

  await expect(platform.ledger.postMany({ journals })).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT });
});

test('the same calls at two processes, several times at once, book each journal once', async () => {
  const { platform, account } = await newPayer(2_000n);
  const calls = Array.from({ length: 6 }, () => Array.from({ length: 50 }, () => holding(account, 5n)));

  const answers = await Promise.all(
    calls.flatMap((journals) => [0, 1, 0, 1].map((process) => platform.through(process).ledger.postMany({ journals }))),
  );

  const texts = answers.flatMap(textsOf);
  expect(texts.filter((text) => text === 'booked')).toHaveLength(300);
  expect(texts.filter((text) => text === 'replayed')).toHaveLength(900);
  expect(await balancesOf(platform, account)).toEqual({ balance: 500n, totalBalance: 2_000n });
  await soundBooks(platform);
});

test('for a single caller the model predicts every verdict', async () => {
  const platform = ours.newPlatform();
  const accounts = await Promise.all(Array.from({ length: 3 }, () => platform.newAccount()));
  const ofPlatform = await platform.newPlatformAccount();
  accounts.push(ofPlatform);
  await Promise.all(accounts.map((account) => platform.fund(account, 1_000n)));
  const model = new Model(
    accounts.map((account) => available(account)),
    ofPlatform,
  );
  const random = randomFrom(19);
  const earlier: Request[] = [];

  for (let call = 0; call < 20; call++) {
    const journals = Array.from({ length: 20 }, () => requestFrom({ random, accounts, ofPlatform, earlier }));
    const unique = [...new Map(journals.map((journal) => [journal.subject, journal])).values()];
    earlier.push(...unique);
    const answer = await platform.through(call % 2).ledger.postMany({ journals: unique });

    const expected = unique.map((journal) => model.post(journal));
    const names = { short: 'INSUFFICIENT_BALANCE', reused: 'LEDGER_KEY_REUSED', booked: 'booked', replayed: 'replayed' };
    expect(textsOf(answer), `call ${call}`).toEqual(expected.map((outcome) => names[outcome]));
  }
});
