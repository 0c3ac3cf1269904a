// docs/operations.md lists every field of the log, and no other.
import { expect, test } from 'vitest';
import type { AnsweredCall } from '../../services/kit/core/answered-calls.ts';
import type { Caller } from '../../services/kit/core/caller.ts';
import { silent } from '../../services/kit/core/log.ts';
import { callNotes } from '../../services/kit/process/note-calls.ts';
import { noTelemetry } from '../../services/kit/process/telemetry.ts';
import { sourceFiles, textOf, withoutComments } from '../kit/sources.ts';

const [, ofCalls = '', ofOthers = ''] =
  /^Each answered call is a log line(.+?)^Other lines (.+?)^## Traces/ms.exec(textOf('docs/operations.md')) ?? [];

/** In the first column of the table. */
const documentedIn = (part: string) =>
  [...part.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)]
    .flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
    .toSorted();

const caller: Required<Caller> = {
  platformId: 'platform',
  environment: 'sandbox',
  permissions: [],
  clockOffsetMs: 0,
  hasFaults: false,
  tokenId: 'token',
  agentId: 'agent',
  agentRequestId: 'request of the agent',
  operatorId: 'operator',
  service: 'transfers',
};
const call: Required<AnsweredCall> = {
  door: 'rest',
  method: 'payments.customers.v1.CustomerService/GetCustomer',
  verb: 'GET',
  status: 200,
  code: 'OK',
  ms: 1,
  requestId: 'request',
  caller,
};

test('the fields of an answered call are documented, and no others', () => {
  const lines: object[] = [];
  callNotes({ log: { ...silent, debug: (fields) => void lines.push(fields) }, meter: noTelemetry.meter })(call);

  expect(documentedIn(ofCalls)).toEqual(lines.flatMap((fields) => Object.keys(fields)).toSorted());
});

const sources = sourceFiles('.ts').filter((file) => /^(services|gateway)\//.test(file));
const firstArguments = sources.flatMap((file) =>
  [...withoutComments(file).matchAll(/(?:\blog\.(?:debug|info|warn|error|child)\(|\babout = )\s*(\{[^}]*\}|[^,]+)/g)].map(
    ([, text = '']) => text,
  ),
);
const isLiteral = (text: string) => text.startsWith('{');
const parts = firstArguments.filter(isLiteral).flatMap((text) => text.slice(1, -1).split(/,(?![^(]*\))/));
const names = parts.map((part) => part.trim().replace(/:.*/s, '')).filter((name) => /^[\w.]+$/.test(name)); // attributes of traces are quoted

test('the fields of all other lines are documented, and no others', () => {
  const logged = new Set(names.filter((name) => !name.startsWith('...')));

  expect(documentedIn(ofOthers)).toEqual([...logged, 'level', 'time', 'msg', 'code', 'signal'].toSorted());
});

test('what is logged can be read from the sources', () => {
  const others = new Set(firstArguments.filter((text) => !isLiteral(text)));
  const spread = new Set(names.filter((name) => name.startsWith('...')));

  expect([...others].toSorted()).toEqual(['about', 'fieldsOf(call)']);
  expect([...spread].toSorted()).toEqual(['...about', '...how']);
});
