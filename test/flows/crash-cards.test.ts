// Two processes on one database authorize payments of one account, and one after the other is killed: no hold is doubled, lost or stuck, and
// each answer matches its transaction. CARD_KILLS=50 for the long form.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { CardMessageKind, CardReportService } from '../../gen/payments/cards/v1/card_report_pb.ts';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { brokenInvariants, forgetTheDead, leftToDo, select } from '../kit/books.ts';
import { internalAt } from '../kit/internal-at.ts';
import { startProcess, type TestProcess } from '../kit/launch.ts';
import { patienceMs, testPatienceMs } from '../kit/patience.ts';
import { balancesOf, eventually, makePayer, type Payer } from '../kit/payments.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

const kills = Number(process.env.CARD_KILLS ?? 2);
const amount = 100;
/** How many payments the account covers. */
const covered = 30 * kills;

type Answer = Awaited<ReturnType<Client<typeof CardReportService>['decideCardPayment']>>;
type Message = ReturnType<typeof messageOf>;

const messageOf = (cardId: string) => ({
  eventId: randomUUID(),
  issuerTransactionToken: randomUUID(),
  cardId,
  kind: CardMessageKind.AUTHORIZATION,
  amount: BigInt(amount),
  currency: 'USD',
  merchant: { descriptor: 'COFFEE BAR', mcc: '5814', country: 'US' },
});

/** What the issuer knows. */
interface Known {
  readonly answered: Map<Message, Answer>;
  /** To be sent again. */
  readonly unanswered: Message[];
}

test(`${kills} processes, each killed while it and another one authorize`, {
  timeout: testPatienceMs + kills * patienceMs,
}, async () => {
  const url = await flowDatabase();
  const start = () => startProcess({ env: { DATABASE_URL: url } });
  let [victim, survivor] = await Promise.all([start(), start()]);
  const { payer, cardId, platformId } = await open(survivor, url);
  const known: Known = { answered: new Map(), unanswered: [] };
  const reportsAt = ({ rpc }: TestProcess) => internalAt(CardReportService, rpc, platformId);

  for (let killed = 0; killed < kills; killed++) {
    const over = new AbortController();
    const doors = [victim, survivor];
    const paying = doors.map((door) => authorizeUntil(over.signal, { reports: reportsAt(door), cardId, known }));
    await eventually(async () => known.answered.size, isBeyond(known.answered.size + 10));
    await pause(randomInt(0, 200)); // the moment is random on purpose: this waits for no event
    expect((await victim.end('SIGKILL')).signal).toBe('SIGKILL');
    over.abort();
    await Promise.all(paying);
    [victim, survivor] = [survivor, await start()];
  }

  await repeat(known, { reports: () => reportsAt(survivor), cardId });
  await forgetTheDead(url);
  await eventually(
    () => leftToDo(url),
    (left) => left === 0,
  );
  await allIsWell({ url, payer, known, platform: survivor });
  await Promise.all([victim.end(), survivor.end()]);
  console.log(`${known.answered.size} payments, ${known.unanswered.length} of them interrupted`);
});

const isBeyond = (enough: number) => (answered: number) => answered >= enough;

async function open({ origin }: TestProcess, url: string): Promise<{ payer: Payer; cardId: string; platformId: string }> {
  const rest = restAt(origin);
  const payer = await makePayer(rest, covered * amount);
  const body = { cardholderId: payer.customerId, form: 'VIRTUAL', fundingSources: [payer.accountId] };
  const { id: cardId } = (await rest('POST', '/cards', { body })).body;
  await eventually(
    () => rest('GET', `/cards/${cardId}`),
    ({ body: card }) => card.state === 'ACTIVE',
  );
  const [row] = await select<{ platform_id: string }>(url, 'select platform_id from cards.card');
  return { payer, cardId, platformId: row?.platform_id ?? '' };
}

interface Load {
  readonly reports: Client<typeof CardReportService>;
  readonly cardId: string;
  readonly known: Known;
}

/** Four terminals pay until `signal` fires, or until their process is gone. */
async function authorizeUntil(signal: AbortSignal, { reports, cardId, known }: Load): Promise<void> {
  const terminal = async () => {
    while (!signal.aborted) {
      const message = messageOf(cardId);
      const answer = await reports.decideCardPayment(message).catch(() => undefined);
      if (!answer) return void known.unanswered.push(message);
      known.answered.set(message, answer);
    }
  };
  await Promise.all(Array.from({ length: 4 }, terminal));
}

interface Repetition {
  readonly reports: () => Client<typeof CardReportService>;
  readonly cardId: string;
}

/**
 * The issuer repeats all messages: the unanswered ones are decided, and the others get their first answer. Further ones exceed what the account
 * covers, so that lost or doubled holds show.
 */
async function repeat({ answered, unanswered }: Known, { reports, cardId }: Repetition): Promise<void> {
  expect(unanswered.length).toBeGreaterThan(0);
  const known = [...answered.keys(), ...unanswered];
  const further = Math.max(covered + 10 - known.length, 0);
  const all = [...known, ...Array.from({ length: further }, () => messageOf(cardId))];
  for (let at = 0; at < all.length; at += 20) {
    const client = reports(); // its calls have a deadline
    await Promise.all(all.slice(at, at + 20).map((message) => again(client, message)));
  }

  async function again(client: Client<typeof CardReportService>, message: Message): Promise<void> {
    const answer = await client.decideCardPayment(message);
    expect(answer).toEqual(answered.get(message) ?? answer);
    answered.set(message, answer);
  }
}

interface Standing {
  readonly url: string;
  readonly payer: Payer;
  readonly known: Known;
  readonly platform: TestProcess;
}

async function allIsWell({ url, payer, known, platform }: Standing): Promise<void> {
  const rows = await select<{ id: string; token: string; state: string; held: string }>(
    url,
    'select id, token, state, held from cards.card_transaction',
  );
  const shown = rows.map(({ id, token, state, held }) => `${token} ${id} ${state} ${held}`);
  const approved = [...known.answered.values()].filter(({ isApproved }) => isApproved).length;

  expect(shown.toSorted()).toEqual([...known.answered].map(expectedRow).toSorted());
  expect(await brokenInvariants(url)).toEqual([]);
  expect(approved).toBe(covered);
  expect(await balancesOf(restAt(platform.origin), payer)).toEqual({ available: 0, total: covered * amount });
}

function expectedRow([{ issuerTransactionToken }, { cardTransactionId, isApproved }]: readonly [Message, Answer]): string {
  const outcome = isApproved ? `AUTHORIZED ${amount}` : 'DECLINED 0';
  return `${issuerTransactionToken} ${uuidIn(cardTransactionId)} ${outcome}`;
}
