// Account statements as camt.053.001.08 (ISO 20022). Parts are written as they are read; elements stand in the order of the schema.
import { hash } from 'node:crypto';
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import XMLBuilder from 'fast-xml-builder';
import {
  type AccountStatement,
  EntryDirection,
  type StatementEntry,
} from '../../../gen/payments/accounts/v1/account_statement_pb.ts';
import { UsageMistake } from '../failures.ts';

/** What all pages of a statement share. */
export type StatementHead = Pick<
  AccountStatement,
  'accountId' | 'currency' | 'from' | 'to' | 'openingBalance' | 'closingBalance'
>;

export interface CurrencyOfStatement {
  readonly code: string;
  readonly decimals: number;
}

/** The currency of a statement. Throws a `UsageMistake` for one that the schema does not allow. */
export function camtCurrency({ currency }: Pick<StatementHead, 'currency'>): CurrencyOfStatement {
  const { code = '', decimals = 0 } = currency ?? {};
  if (/^[A-Z]{3}$/.test(code) && decimals <= decimalsMax) return { code, decimals };
  throw new UsageMistake(`camt.053 cannot express ${code}. Omit --camt053.`);
}

/** Everything before the entries. */
export function camtStart(head: StatementHead, createdAt: Date): string {
  const currency = camtCurrency(head);
  const { accountId, from, to, openingBalance, closingBalance } = head;
  const id = hash('sha256', `${accountId} ${isoOf(from)} ${isoOf(to)}`, 'hex').slice(0, idLength);
  const created = createdAt.toISOString();
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">\n<BkToCstmrStmt>\n`,
    xml.build({ GrpHdr: { MsgId: id, CreDtTm: created } }),
    '<Stmt>\n',
    xml.build({
      Id: id,
      CreDtTm: created,
      FrToDt: { FrDtTm: isoOf(from), ToDtTm: isoOf(to) },
      Acct: { Id: { Othr: { Id: shortId(accountId) } }, Ccy: currency.code },
      Bal: [
        balanceOf({ code: 'OPBD', amount: openingBalance, at: isoOf(from) }, currency),
        balanceOf({ code: 'CLBD', amount: closingBalance, at: isoOf(to) }, currency),
      ],
    }),
  ].join('');
}

export function camtEntry(entry: StatementEntry, currency: CurrencyOfStatement): string {
  const { id, bookedAt, direction, step, transactionId } = entry;
  const at = { DtTm: isoOf(bookedAt) };
  const amount = {
    Amt: amountOf(entry.amount, currency),
    CdtDbtInd: direction === EntryDirection.CREDIT ? 'CRDT' : 'DBIT',
  };
  const references = { AcctSvcrRef: shortId(id), ...(transactionId !== undefined && { TxId: shortId(transactionId) }) };
  const details = { Refs: references, ...amount, ...(transactionId !== undefined && { AddtlTxInf: transactionId }) };
  return xml.build({
    Ntry: {
      NtryRef: shortId(id),
      ...amount,
      Sts: { Cd: 'BOOK' },
      BookgDt: at,
      ValDt: at,
      AcctSvcrRef: shortId(id),
      BkTxCd: { Prtry: { Cd: step } },
      NtryDtls: { TxDtls: details },
    },
  });
}

export const camtEnd = '</Stmt>\n</BkToCstmrStmt>\n</Document>\n';

const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
const decimalsMax = 5;
/** Ids have at most 35 characters, those of accounts 34. */
const idLength = 32;

const xml = new XMLBuilder({ format: true, ignoreAttributes: false, attributeNamePrefix: '@' });

const isoOf = (time: Timestamp | undefined) => (time ? timestampDate(time).toISOString() : '');

/** The digits of the uuid in an id, without its kind. */
const shortId = (id: string) => id.replace(/^.*:/, '').replaceAll('-', '');

interface Balance {
  readonly code: 'OPBD' | 'CLBD';
  readonly amount: bigint;
  readonly at: string;
}

function balanceOf({ code, amount, at }: Balance, currency: CurrencyOfStatement) {
  return {
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: amountOf(amount < 0n ? -amount : amount, currency),
    CdtDbtInd: amount < 0n ? 'DBIT' : 'CRDT',
    Dt: { DtTm: at },
  };
}

/** `123.45` in an element with its currency. The amount is not negative. */
function amountOf(amount: bigint, { code, decimals }: CurrencyOfStatement) {
  const digits = `${amount}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return { '@Ccy': code, '#text': decimals > 0 ? `${whole}.${digits.slice(-decimals)}` : whole };
}
