// A process that holds a cent at a time until it is killed, and prints the subject of each acknowledged journal.
import { randomUUID } from 'node:crypto';
import { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { accounts } from '../../../services/accounts/service.ts';
import { clientOf } from '../../../services/kit/calls/clients.ts';
import { wall } from '../../../services/kit/core/clock.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { startServices } from '../../../services/kit/service/start-services.ts';
import { databaseWaitMs } from '../../kit/patience.ts';
import { accountsSecrets, available, held } from './accounts-world.ts';

const { url, platformId, account } = JSON.parse(process.env.POSTER ?? '{}') as {
  url: string;
  platformId: string;
  account: string;
};
const running = await startServices({
  doors: [accounts],
  remote: () => Promise.reject(new Error('Nobody is here.')),
  databaseUrl: () => url,
  settings: {
    mode: 'sandbox',
    sandboxTimeScale: 1,
    publicUrl: 'http://127.0.0.1:8080',
    dataDir: './data',
    databaseWaitMs,
  },
  secrets: accountsSecrets,
  wall,
  log: silent,
});
const ledger = clientOf(
  LedgerService,
  running.dispatch,
)({
  caller: { platformId, environment: 'sandbox', permissions: [], clockOffsetMs: 0, service: 'transfers' },
  requestId: 'Request:1',
  signal: new AbortController().signal,
  admitted: false,
});
const legs = [
  { account: available(account), currency: 'USD', amount: -1n },
  { account: held(account), currency: 'USD', amount: 1n },
];
const caller = async () => {
  for (;;) {
    const subject = randomUUID();
    await ledger.post({ subject, step: 'HOLD', legs });
    process.stdout.write(`${subject}\n`);
  }
};
await Promise.all(Array.from({ length: 32 }, caller));
