// A production platform with money and a bank account, in its own process, and a rail of its operator.
import { uuidIn } from '../../services/kit/core/ids.ts';
import { startProcess } from '../kit/launch.ts';
import { businessBank, eventually } from '../kit/payments.ts';
import type { Rest } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { railSecrets, startRail } from '../rails/rail-process.ts';
import { flowDatabase } from './flow-database.ts';
import { newProductionPlatform } from './production-platform.ts';

export async function startRailWorld() {
  const DATABASE_URL = await flowDatabase();
  const rail = await startRail();
  const connected = { RAILS_URL: rail.address, RATES_URL: rail.address, ...railSecrets };
  const env = { DATABASE_URL, MODE: 'production', ...connected, RATE_LIMIT_PER_SECOND: '0' };
  const platform = await startProcess({ env });
  const { platformId, authorization } = await newProductionPlatform(platform, ['--regulated', '--currencies', 'USD,EUR']);
  const rest: Rest = restAt(platform.origin, authorization);
  await rail.tell({ platform: `http://${platform.rpc}` });

  const { body: accounts } = await eventually(
    () => rest('GET', '/platform/internal-accounts?currency=USD'),
    ({ body }) => body.data.length > 0,
  );
  const account: string = accounts.data[0].id;
  const { status, body } = await rest('POST', '/platform/external-accounts', { body: businessBank });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const bank: string = body.id;
  const places = { account, bank };
  return { DATABASE_URL, rail, env, platformId, platform, rest, ...places, realtime, end, ...payments(rest, places) };
}

const realtime = { sourceType: 'REALTIME_FUNDING', currency: 'USD' };
const end = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId });

interface QuoteRequest {
  readonly source?: object;
  readonly to: string;
  readonly amount?: number;
  readonly more?: object;
}

function payments(rest: Rest, { account, bank }: { readonly account: string; readonly bank: string }) {
  const own = { sourceType: 'ACCOUNT', accountId: account };
  const quoteBody = ({ source = own, to, amount = 10_000, more = {} }: QuoteRequest) => ({
    source,
    destination: end(to),
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
    ...more,
  });
  const quote = async (request: QuoteRequest) => {
    const { status, body } = await rest('POST', '/quotes', { body: quoteBody(request) });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
  const execute = (quoteId: string) => rest('POST', `/quotes/${quoteId}/execute`);
  return {
    quoteBody,
    quote,
    execute,
    /** A payout that the rail has accepted; returns its key. */
    begin: async () => {
      const made = await quote({ to: bank });
      await execute(made.id);
      return uuidIn(made.transactionId);
    },
    transaction: async (id: string) => (await rest('GET', `/transactions/${id}`)).body,
  };
}
