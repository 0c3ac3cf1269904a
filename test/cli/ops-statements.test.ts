// The statement of an account, as CSV, JSON lines and camt.053.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { camtStart, type StatementHead } from '../../tools/payments/ops/camt053.ts';
import { csvLine } from '../../tools/payments/ops/csv.ts';
import { fund, makePayer } from '../kit/payments.ts';
import { startOps } from './ops-world.ts';

const { world, operator, ofPlatform } = await startOps();
const { accountId } = await makePayer(world.rest, 12_345, ['USD']);
await world.settle();
world.wall.advance(86_400_000);
const noon = world.wall.now().toISOString();
await fund(world.rest, accountId, 5);
await world.settle();
world.wall.advance(86_400_000);
const end = world.wall.now().toISOString();
const command = ['report', 'statements', ...ofPlatform, '--account', accountId, '--from', noon, '--to', end];

const digits = accountId.replace('InternalAccount:', '').replaceAll('-', '');
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false });

test('a statement is printed as CSV from its opening to its closing balance, or as JSON lines', async () => {
  const { code, out } = await operator.run(...command);
  const records = await operator.json(...command);

  const columns = [
    'record',
    'bookedAt',
    'account',
    'journal',
    'transaction',
    'step',
    'direction',
    'amount',
    'currency',
    'balance',
  ];
  const lines = records.map((record) => csvLine(columns.map((column) => record[column] ?? '')));
  expect(code).toBe(0);
  expect(out).toBe([csvLine(columns), ...lines].join(''));
  expect(records).toEqual([
    { record: 'OPENING', bookedAt: noon, account: accountId, currency: 'USD', balance: '12345' },
    {
      record: 'ENTRY',
      bookedAt: noon,
      account: accountId,
      journal: expect.any(String),
      transaction: expect.stringMatching(/^Transaction:/),
      step: 'IN',
      direction: 'CREDIT',
      amount: '5',
      currency: 'USD',
      balance: '12350',
    },
    { record: 'CLOSING', bookedAt: end, account: accountId, currency: 'USD', balance: '12350' },
  ]);
});

test('a statement is printed as camt.053, with amounts in units of the currency', async () => {
  const [, entry] = await operator.json(...command);
  const { code, out } = await operator.run(...command, '--camt053');

  const document = parser.parse(out, true);
  const statement = document.Document.BkToCstmrStmt.Stmt;
  const reference = entry.journal.replaceAll('-', '');
  const amount = { Amt: { '#text': '0.05', '@Ccy': 'USD' }, CdtDbtInd: 'CRDT' };
  expect(code).toBe(0);
  expect(document.Document['@xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:camt.053.001.08');
  expect(document.Document.BkToCstmrStmt.GrpHdr).toEqual({ MsgId: statement.Id, CreDtTm: statement.CreDtTm });
  expect(statement).toEqual({
    Id: expect.stringMatching(/^[0-9a-f]{32}$/),
    CreDtTm: expect.stringMatching(/Z$/),
    FrToDt: { FrDtTm: noon, ToDtTm: end },
    Acct: { Id: { Othr: { Id: digits } }, Ccy: 'USD' },
    Bal: [balance('OPBD', '123.45', noon), balance('CLBD', '123.50', end)],
    Ntry: {
      NtryRef: reference,
      ...amount,
      Sts: { Cd: 'BOOK' },
      BookgDt: { DtTm: noon },
      ValDt: { DtTm: noon },
      AcctSvcrRef: reference,
      BkTxCd: { Prtry: { Cd: 'IN' } },
      NtryDtls: {
        TxDtls: {
          Refs: { AcctSvcrRef: reference, TxId: entry.transaction.replace('Transaction:', '').replaceAll('-', '') },
          ...amount,
          AddtlTxInf: entry.transaction,
        },
      },
    },
  });
  const order = ['NtryRef', 'Amt', 'CdtDbtInd', 'Sts', 'BookgDt', 'ValDt', 'AcctSvcrRef', 'BkTxCd', 'NtryDtls'];
  expect(orderOf(out)).toEqual(order);
});

test('a statement without entries is a document, too', async () => {
  const { out } = await operator.run(...command.slice(0, -2), '--to', noon, '--camt053');

  const { Bal, Ntry } = parser.parse(out, true).Document.BkToCstmrStmt.Stmt;
  expect([Bal, Ntry]).toEqual([[balance('OPBD', '123.45', noon), balance('CLBD', '123.45', noon)], undefined]);
});

test.each([
  ['VND', 0, 1_234n, '1234', 'CRDT'],
  ['USD', 2, -7n, '0.07', 'DBIT'],
  ['KWD', 3, 1_234n, '1.234', 'CRDT'],
])('a balance in %s has %i decimals', (code, decimals, openingBalance, text, direction) => {
  const xml = camtStart(headOf({ code, decimals, openingBalance }), new Date(0));

  const [opening] = parser.parse(`${xml}</Stmt></BkToCstmrStmt></Document>`, true).Document.BkToCstmrStmt.Stmt.Bal;
  expect([opening.Amt, opening.CdtDbtInd]).toEqual([{ '#text': text, '@Ccy': code }, direction]);
});

test.each([
  ['USDC', 6],
  ['BTC', 8],
])('camt.053 cannot express %s', (code, decimals) => {
  expect(() => camtStart(headOf({ code, decimals, openingBalance: 1n }), new Date(0))).toThrow(`camt.053 cannot express ${code}`);
});

test('camt.053 and JSON exclude each other, and the account is required', async () => {
  const both = await operator.run(...command, '--camt053', '--json');
  const none = await operator.run('report', 'statements', ...ofPlatform, '--from', noon);

  expect([both.code, both.err]).toEqual([2, expect.stringContaining('Pass --camt053 or --json, not both.')]);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('Pass --account.')]);
});

function balance(code: string, amount: string, at: string) {
  return {
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: { '#text': amount, '@Ccy': 'USD' },
    CdtDbtInd: 'CRDT',
    Dt: { DtTm: at },
  };
}

/** The names of the elements of an entry. The schema prescribes their order. */
function orderOf(xml: string): string[] {
  const [, entry = ''] = /<Ntry>([\s\S]*)<\/Ntry>/.exec(xml) ?? [];
  return [...entry.matchAll(/^ {2}<(\w+)/gm)].map(([, name = '']) => name);
}

function headOf({ code, decimals, openingBalance }: { code: string; decimals: number; openingBalance: bigint }): StatementHead {
  const time = timestampFromDate(new Date(noon));
  return {
    accountId,
    currency: { $typeName: 'payments.common.v1.Currency', code, decimals },
    from: time,
    to: time,
    openingBalance,
    closingBalance: 0n,
  };
}
