// `faults`: makes calls, events and rails of a sandbox fail, to test how a client handles it.
import { amountOf } from '../amount.ts';
import { command } from '../command.ts';
import { UsageMistake } from '../failures.ts';
import { type Columns } from '../printer.ts';

interface Fault {
  readonly id: string;
  readonly type: string;
  readonly operation?: string;
  readonly eventType?: string;
  readonly remaining?: number;
  readonly probability?: number;
  readonly seenCount: number;
}

const types = [
  'DELAY',
  'RATE_LIMITED',
  'ERROR_BEFORE',
  'ERROR_AFTER',
  'CUT_BEFORE',
  'CUT_AFTER',
  'WEBHOOK_DUPLICATED',
  'WEBHOOK_LATE',
  'WEBHOOK_OUT_OF_ORDER',
  'WEBHOOK_DROPPED',
  'RAIL_SILENT',
];

const columns: Columns<Fault> = {
  fault: ({ id }) => id,
  type: ({ type }) => type,
  affects: ({ operation, eventType }) => operation ?? eventType,
  remaining: ({ remaining }) => remaining ?? 'unlimited',
  probability: ({ probability }) => probability,
  seen: ({ seenCount }) => seenCount,
};

export const faultsSet = command({
  name: 'faults set',
  summary: 'Set a fault of the sandbox',
  details: ['docs/sandbox.md describes the types. A fault occurs once, unless --count or --probability is given.'],
  parameters: [{ name: 'type', description: 'CUT_AFTER, ERROR_AFTER, WEBHOOK_DUPLICATED, …', values: () => types }],
  options: {
    operation: { value: 'ID', description: "operationId of the affected calls: executeQuote, or '*'" },
    event: { value: 'TYPE', description: "type of the affected events: OUTGOING_PAYMENT.COMPLETED, or '*'" },
    count: { value: 'COUNT', description: 'how often it occurs' },
    probability: { value: 'SHARE', description: 'the share of calls or events that are affected: 0.2' },
    seed: { value: 'NUMBER', description: 'selects the affected ones; the same seed selects the same' },
    delay: { value: 'MS', description: 'of faults with a delay, in milliseconds' },
  },
  examples: [
    'faults set CUT_AFTER --operation executeQuote',
    "faults set ERROR_AFTER --operation '*' --probability 0.2 --seed 7",
    'faults set WEBHOOK_DUPLICATED --event OUTGOING_PAYMENT.COMPLETED --count 10',
  ],
  run: async ({ platform, print, text, parameters: [type = ''] }) => {
    const whole = (name: 'count' | 'seed' | 'delay') => {
      const value = text(name);
      return value === undefined ? undefined : amountOf(value);
    };
    const body = {
      type: type.toUpperCase(),
      operation: text('operation'),
      eventType: text('event'),
      count: whole('count'),
      probability: shareOf(text('probability')),
      seed: whole('seed'),
      delayMs: whole('delay'),
    };
    const fault = await (await platform()).post<Fault>('/sandbox/faults', body);
    print.table([fault], columns);
    print.next(`faults remove ${fault.id}`);
  },
});

function shareOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^(0(\.\d+)?|1(\.0+)?)$/.test(text)) return Number(text);
  throw new UsageMistake(`"${text}" is not a share. Write a number from 0 to 1, such as 0.2.`);
}

export const faultsList = command({
  name: 'faults list',
  summary: 'List the faults that are set, oldest first',
  examples: ['faults list'],
  run: async ({ platform, print }) => {
    const { data } = await (await platform()).get<{ data: Fault[] }>('/sandbox/faults');
    print.table(data, columns);
    if (data.length === 0) print.note('No faults are set.');
  },
});

export const faultsRemove = command({
  name: 'faults remove',
  summary: 'Remove faults',
  parameters: [{ name: 'fault', description: 'ids; with --all, every fault', isOptional: true, isRepeated: true }],
  options: { all: { description: 'remove all faults of the platform' } },
  examples: ['faults remove Fault:019…', 'faults remove --all'],
  run: async ({ platform: connected, print, has, parameters }) => {
    if (parameters.length === 0 && !has('all')) throw new UsageMistake('Pass ids of faults, or --all.');
    const platform = await connected();
    const { data } = has('all') ? await platform.get<{ data: Fault[] }>('/sandbox/faults') : { data: [] };
    const ids = new Set([...parameters, ...data.map(({ id }) => id)]);
    for (const id of ids) {
      await platform.send({ method: 'DELETE', path: `/sandbox/faults/${id}` });
      print.result({ id }, () => [`${id} is removed.`]);
    }
  },
});
