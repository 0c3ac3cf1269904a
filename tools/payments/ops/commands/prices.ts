// `ops limits` and `ops fees`: volume limits and service fees of a platform.
import { PaymentRailSchema } from '../../../../gen/payments/common/v1/payment_pb.ts';
import { ServiceFeeSchema, ServiceFeeService } from '../../../../gen/payments/transfers/v1/service_fee_pb.ts';
import { VolumeLimitSchema, VolumeLimitService } from '../../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { UsageMistake } from '../../failures.ts';
import { enumIn, namesOf } from '../enums.ts';
import { columns, type OpsCall, opsCommand, plain, wholeNumber } from '../ops-command.ts';

const corridorParameter = { name: 'corridor', description: 'sending and receiving currency: USD-EUR' };

function corridorOf({ parameters: [corridor = ''] }: OpsCall<never>) {
  const [, sendingCurrency, receivingCurrency] = /^([A-Z0-9]+)-([A-Z0-9]+)$/.exec(corridor) ?? [];
  if (!sendingCurrency || !receivingCurrency) throw new UsageMistake(`"${corridor}" must be two currencies: USD-EUR.`);
  return { sendingCurrency, receivingCurrency };
}

const amountOf = (value: string | undefined) => (value === undefined ? undefined : wholeNumber(value));

export const limitsList = opsCommand({
  name: 'limits list',
  summary: 'List the volume limits of a platform',
  isForPlatform: true,
  examples: ['limits list --platform 019…'],
  run: async ({ client, print }) => {
    const { limits } = await client(VolumeLimitService).listVolumeLimits({});
    print.table(
      limits.map((limit) => plain(VolumeLimitSchema, limit)),
      columns('sendingCurrency', 'receivingCurrency', 'singleMax', 'dailyMax'),
    );
  },
});

export const limitsSet = opsCommand({
  name: 'limits set',
  summary: 'Replace the volume limits of a corridor',
  details: ['Amounts are in the smallest unit of the sending currency. A limit that is absent is removed.'],
  isForPlatform: true,
  parameters: [corridorParameter],
  options: {
    single: { value: 'AMOUNT', description: 'maximum of a transaction' },
    daily: { value: 'AMOUNT', description: 'maximum of all transactions of a UTC day' },
  },
  examples: ['limits set USD-EUR --platform 019… --daily 5000000'],
  run: async (call) => {
    const [singleMax, dailyMax] = [amountOf(call.text('single')), amountOf(call.text('daily'))];
    const limit = {
      ...corridorOf(call),
      ...(singleMax !== undefined && { singleMax }),
      ...(dailyMax !== undefined && { dailyMax }),
    };
    await call.client(VolumeLimitService).setVolumeLimit(limit);
    call.print.fields({ ...limit, singleMax: singleMax?.toString(), dailyMax: dailyMax?.toString() });
  },
});

export const feesList = opsCommand({
  name: 'fees list',
  summary: 'List the service fees of a platform',
  isForPlatform: true,
  examples: ['fees list --platform 019…'],
  run: async ({ client, print }) => {
    const { fees } = await client(ServiceFeeService).listServiceFees({});
    print.table(
      fees.map((fee) => plain(ServiceFeeSchema, fee)),
      columns('sendingCurrency', 'receivingCurrency', 'rail', 'fixed', 'variableBps', 'counterpartyFixed'),
    );
  },
});

const railOption = { value: 'RAIL', description: 'of one rail; all rails if absent', values: () => namesOf(PaymentRailSchema) };
const railOf = (name: string | undefined) => (name === undefined ? {} : { rail: enumIn(PaymentRailSchema, name) });

export const feesSet = opsCommand({
  name: 'fees set',
  summary: 'Replace the service fee of a corridor',
  details: ['Fixed amounts are in the smallest unit of the sending currency. Existing quotes keep their fee.'],
  isForPlatform: true,
  parameters: [corridorParameter],
  options: {
    rail: railOption,
    fixed: { value: 'AMOUNT', description: '0 if absent' },
    bps: { value: 'BPS', description: 'hundredths of a percent; 0 if absent' },
    'counterparty-fixed': { value: 'AMOUNT', description: 'fee of the receiving side per payout; that of the rail if absent' },
  },
  examples: ['fees set USD-EUR --platform 019… --rail SEPA --bps 30', 'fees set USD-EUR --platform 019… --fixed 100'],
  run: async (call) => {
    const counterpartyFixed = amountOf(call.text('counterparty-fixed'));
    const fixed = wholeNumber(call.text('fixed') ?? '0');
    const variableBps = Number(wholeNumber(call.text('bps') ?? '0'));
    const fee = { ...corridorOf(call), ...railOf(call.text('rail')), fixed, variableBps };
    await call.client(ServiceFeeService).setServiceFee({ ...fee, ...(counterpartyFixed !== undefined && { counterpartyFixed }) });
    call.print.fields({ ...corridorOf(call), rail: call.text('rail'), fixed: `${fixed}`, variableBps });
  },
});

export const feesClear = opsCommand({
  name: 'fees clear',
  summary: 'Remove a service fee, so that the one for all rails or the default applies again',
  isForPlatform: true,
  parameters: [corridorParameter],
  options: { rail: railOption },
  examples: ['fees clear USD-EUR --platform 019… --rail SEPA'],
  run: async (call) => {
    await call.client(ServiceFeeService).clearServiceFee({ ...corridorOf(call), ...railOf(call.text('rail')) });
    call.print.fields({ ...corridorOf(call), rail: call.text('rail'), state: 'CLEARED' });
  },
});
