// CPU per read over REST through the whole gateway, with bare handlers with the same statements and bytes as reference.
import { request } from 'undici';
import { versionPrefix } from '../../gateway/version.ts';
import { type Child, startChild } from '../kit/child.ts';
import { cpuPer } from '../kit/cpu-per.ts';
import { authorization, startGateway } from '../kit/gateway.ts';
import type { HttpLoad } from '../kit/http-load.ts';
import type { Machine } from '../kit/machine.ts';
import { medians } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table } from '../kit/table.ts';
import { makeCustomers } from './customers.ts';
import { recordStatements } from './statements.ts';

const limit = 100;
/** Per measurement, and once before all to warm up. */
const requests = { one: 4_000, page: 400 };

export async function read(machine: Machine, rounds: number): Promise<Table[]> {
  const databaseUrl = await machine.database('read');
  const gateway = await startGateway({ databaseUrl, dataDir: machine.folder(), core: 1 });
  const { ids, platformId } = await makeCustomers(gateway, databaseUrl);
  const statements = JSON.stringify(await recordStatements({ platformId, limit }));
  const env = { DATABASE_URL: databaseUrl, STATEMENTS: statements };
  const plain = startChild({ script: 'bench/read/plain-server.ts', env, core: 1 });
  const [, plainOrigin = ''] = /(http:\/\/[^/]+)/.exec(await plain.line('  REST ')) ?? [];
  const client = startChild({ script: 'bench/kit/http-load.ts', core: 0 });

  const paths = { one: ids.map((id) => `/customers/${id}`), page: [`/customers?limit=${limit}`] };
  const [whole, bare] = [`${gateway.origin}${versionPrefix}`, plainOrigin];
  for (const path of [paths.one[0], paths.page[0]]) await refuseOtherBytes(`${whole}${path}`, `${bare}${path}`);

  const costOf = (server: Child, origin: string, kind: keyof typeof paths) => async () => {
    const prefix = server === plain ? '' : versionPrefix;
    const load = { origin, paths: paths[kind].map((path) => prefix + path), headers: { authorization } };
    return cpuPer(requests[kind], server, () => client.send<number>({ ...load, requests: requests[kind] } satisfies HttpLoad));
  };
  const measures = {
    one: costOf(gateway, gateway.origin, 'one'),
    plainOne: costOf(plain, plainOrigin, 'one'),
    page: costOf(gateway, gateway.origin, 'page'),
    plainPage: costOf(plain, plainOrigin, 'page'),
  };
  await medians(2, measures);
  const figures = await medians(rounds, measures);
  await Promise.all([client.stop(), plain.stop(), gateway.stop()]);
  return [tableOf(figures)];
}

async function refuseOtherBytes(path: string, plainPath: string): Promise<void> {
  const [own, plain] = await Promise.all([bytesAt(path), bytesAt(plainPath)]);
  if (own !== plain) throw new Error(`The reference answers other bytes.\n${own}\n${plain}`);
}

async function bytesAt(url: string): Promise<string> {
  const { body } = await request(url, { headers: { authorization } });
  return body.text();
}

function tableOf({ one, plainOne, page, plainPage }: Readonly<Record<string, number>>): Table {
  const row = (name: string, own = Number.NaN, plain = Number.NaN) => [
    name,
    ratio(own, plain),
    oneDecimal(own),
    oneDecimal(plain),
  ];
  return {
    title:
      'Read: microseconds of CPU of the server process per request, beside a bare Fastify handler (same statements, same bytes)',
    columns: ['', 'to bare', 'gateway', 'bare'],
    rows: [row('GET /customers/{customerId}', one, plainOne), row(`GET /customers?limit=${limit}`, page, plainPage)],
  };
}
