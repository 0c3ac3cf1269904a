// The current rates, to convert amounts to the currency of a limit.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ListMidRatesRequestSchema } from '../../../gen/payments/transfers/v1/exchange_rate_pb.ts';
import type { AgentsContext } from '../context.ts';
import type { MidRate } from '../domain/conversion.ts';
import { peggedTo } from '../domain/conversion.ts';

/** From a currency to any other. */
export function ratesFrom(currency: string, context: AgentsContext): Promise<MidRate> {
  return listed({ case: 'sendingCurrency', value: peggedTo(currency) }, context);
}

/** From any currency to this one. */
export function ratesTo(currency: string, context: AgentsContext): Promise<MidRate> {
  return listed({ case: 'receivingCurrency', value: peggedTo(currency) }, context);
}

type Side = MessageInitShape<typeof ListMidRatesRequestSchema>['side'];

async function listed(side: NonNullable<Side>, { clients }: AgentsContext): Promise<MidRate> {
  const { data } = await clients.rates.listMidRates({ side });
  const rates = new Map(
    data.map(({ sendingCurrency, receivingCurrency, rate }) => [`${sendingCurrency} ${receivingCurrency}`, rate]),
  );
  return (from, to) => rates.get(`${from} ${to}`);
}
