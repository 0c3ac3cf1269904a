// CPU per read of an agent over REST, whose credential, policy and audit are checked and written at each request, with the same read of the
// platform as reference.
import { versionPrefix } from '../../gateway/version.ts';
import { startChild } from '../kit/child.ts';
import { cpuPer } from '../kit/cpu-per.ts';
import { type Gateway, startGateway } from '../kit/gateway.ts';
import type { HttpLoad } from '../kit/http-load.ts';
import type { Machine } from '../kit/machine.ts';
import { medians } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table } from '../kit/table.ts';

/** Per measurement, and once before all to warm up. */
const requests = 1_000;

export async function agents(machine: Machine, rounds: number): Promise<Table[]> {
  const databaseUrl = await machine.database('agents');
  const gateway = await startGateway({ databaseUrl, dataDir: machine.folder(), core: 1 });
  const client = startChild({ script: 'bench/kit/http-load.ts', core: 0 });
  const { agentId, token, transactionId } = await connectAgent(gateway);

  const costOf = (path: string, authorization: string) => () => {
    const load = { origin: gateway.origin, paths: [versionPrefix + path], headers: { authorization }, requests };
    return cpuPer(requests, gateway, () => client.send<number>(load satisfies HttpLoad));
  };
  const measures = {
    ownAgent: costOf('/agents/me', token),
    agent: costOf(`/agents/${agentId}`, gateway.authorization),
    ownTransaction: costOf(`/agents/me/transactions/${transactionId}`, token),
    transaction: costOf(`/transactions/${transactionId}`, gateway.authorization),
  };
  await medians(1, measures);
  const { ownAgent, agent, ownTransaction, transaction } = await medians(rounds, measures);
  await Promise.all([client.stop(), gateway.stop()]);
  const row = (name: string, own: number, plain: number) => [name, ratio(own, plain), oneDecimal(own), oneDecimal(plain)];
  return [
    {
      title:
        'Agents: microseconds of CPU of the server process per read, beside the same read with the credentials of the platform',
      columns: ['', 'to platform', 'agent', 'platform'],
      rows: [row('GET an agent', ownAgent, agent), row('GET a transaction', ownTransaction, transaction)],
    },
  ];
}

/** With a transaction of its customer. */
async function connectAgent({ rest }: Gateway): Promise<{ agentId: string; token: string; transactionId: string }> {
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] };
  const { id: customerId } = await rest<{ id: string }>('POST', '/customers', person);
  const accounts = await rest<{ data: { id: string }[] }>('GET', `/customers/internal-accounts?customerId=${customerId}`);
  await rest('POST', `/sandbox/internal-accounts/${accounts.data[0]?.id}/fund`, { amount: 1_000 });
  const transactions = await rest<{ data: { id: string }[] }>('GET', `/transactions?customerId=${customerId}`);

  const spendingLimits = { currency: 'USD', perTransactionLimit: 20_000 };
  const policy = { permissions: ['VIEW_TRANSACTIONS'], defaultExecutionMode: 'AUTO', spendingLimits };
  const made = await rest<{ agent: { id: string }; deviceCode: { code: string } }>('POST', '/agents', {
    name: 'Bookkeeper',
    customerId,
    policy,
  });
  const { accessToken } = await rest<{ accessToken: string }>('POST', `/agents/device-codes/${made.deviceCode.code}/redeem`);
  return { agentId: made.agent.id, token: `Bearer ${accessToken}`, transactionId: transactions.data[0]?.id ?? '' };
}
