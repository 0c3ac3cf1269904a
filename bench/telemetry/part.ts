// CPU of complete payments with metrics, and with traces of a tenth of the requests, beside the same without telemetry.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpuPer } from '../kit/cpu-per.ts';
import { type GatewayOptions, startGateway } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import { medians } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table } from '../kit/table.ts';
import { openWorld, type World } from '../kit/world.ts';

const perRound = 500;

export async function telemetry(machine: Machine, rounds: number): Promise<Table[]> {
  const receiver = await startReceiver();
  const traced = (share: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: share,
  });
  const open = (name: string, env: GatewayOptions['env']) =>
    openWorld(machine, { name: `telemetry_${name}`, start: (options) => startGateway({ ...options, env: env ?? {} }) });
  const worlds = {
    none: await open('none', { OTEL_SDK_DISABLED: 'true' }),
    metrics: await open('metrics', {}),
    tenth: await open('tenth', traced('0.1')),
    all: await open('all', traced('1')),
  };
  const measure = ({ gateway, pay }: World) => cpuPer(perRound, gateway, () => pay(perRound));
  const measures = {
    none: () => measure(worlds.none),
    metrics: () => measure(worlds.metrics),
    tenth: () => measure(worlds.tenth),
    all: () => measure(worlds.all),
  };
  for (const { warmUp } of Object.values(worlds)) await warmUp();
  const micros = await medians(rounds, measures);
  await Promise.all([receiver.close(), ...Object.values(worlds).map((world) => world.close())]);
  const row = (name: string, figure: number) => [name, ratio(figure, micros.none), oneDecimal(figure / 1_000)];
  return [
    {
      title: `CPU of the process per payment (quote, execution, completion, webhook), ${perRound} in a round`,
      columns: ['', 'to none', 'ms'],
      rows: [
        row('no telemetry', micros.none),
        row('metrics', micros.metrics),
        row('metrics, and traces of 10 % of the requests', micros.tenth),
        row('metrics, and traces of all requests', micros.all),
      ],
    },
  ];
}

/** Accepts traces and drops them. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end());
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
