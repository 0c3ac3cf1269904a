// `ops doctor` and `ops migrate`: the state of the services and of what they use, and the migrations that this version would run.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { ServiceStatus } from '../../../../gen/payments/common/v1/status_pb.ts';
import { wall } from '../../../../services/kit/core/clock.ts';
import { statusOf } from '../../../../services/kit/service/common-services.ts';
import { CommandFailure, UsageMistake } from '../../failures.ts';
import { readAccess } from '../access.ts';
import { certificateExpiry } from '../certificates.ts';
import { addressOf } from '../door.ts';
import { type OpsCall, opsCommand } from '../ops-command.ts';
import { serviceNames } from '../services.ts';

interface Examined {
  readonly service: string;
  /** A party outside the installation, which this service uses. */
  readonly party?: string;
  readonly answerMs: number;
  /** How far the clock of the process runs ahead of this machine. */
  readonly clockAheadMs?: number;
  readonly status?: ServiceStatus;
  /** Absent: its door does not encrypt. */
  readonly certificateExpiresAt?: Date;
  readonly problems: readonly string[];
}

interface Clocks {
  readonly clockAheadMs: number;
  readonly answerMs: number;
}

const delaySecondsMax = 60;
const skewMsMax = 5_000;
const certificateMsMin = 14 * 86_400_000;

/** A service, followed by the parties that it uses. */
async function examine(call: Pick<OpsCall, 'client' | 'host'>, service: string): Promise<Examined[]> {
  const own = await examineService(call, service);
  if (!own.status) return [own];
  const { parties } = await call.client(statusOf(service)).checkOutside({});
  const found = parties.map(({ name: party, setting, answerMs, problem }): Examined => {
    return { service, party, answerMs, problems: problem === undefined ? [] : [`${problem} (${setting})`] };
  });
  return [own, ...found];
}

async function examineService({ client, host }: Pick<OpsCall, 'client' | 'host'>, service: string): Promise<Examined> {
  const startMs = wall.now().getTime();
  try {
    const status = await client(statusOf(service)).getStatus({});
    const answerMs = wall.now().getTime() - startMs;
    const clockAheadMs = status.now ? timestampDate(status.now).getTime() - (startMs + answerMs / 2) : 0;
    const expiry = await certificateExpiry(addressOf(service, { ...host, ...readAccess(host) }));
    const problems = [...problemsIn(status, { clockAheadMs, answerMs }), ...problemsWith(expiry)];
    return { service, answerMs, clockAheadMs, status, problems, ...(expiry && { certificateExpiresAt: expiry }) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { service, answerMs: wall.now().getTime() - startMs, problems: [problem] };
  }
}

/** The difference of the clocks is known to half of the time of the answer. */
function problemsIn(status: ServiceStatus, { clockAheadMs, answerMs }: Clocks): string[] {
  const { deadLetters, auditFindings = 0, jobDelaySeconds, eventDelaySeconds } = status;
  return [
    ...(auditFindings > 0 ? [`The audit has ${auditFindings} findings. The log of the platform contains them.`] : []),
    ...(deadLetters > 0 ? [`${deadLetters} jobs or events were given up: "ops jobs list".`] : []),
    ...(jobDelaySeconds > delaySecondsMax ? [`The oldest job has been due for ${Math.round(jobDelaySeconds)} s.`] : []),
    ...(eventDelaySeconds > delaySecondsMax ? [`The oldest event has waited for ${Math.round(eventDelaySeconds)} s.`] : []),
    ...(Math.abs(clockAheadMs) > skewMsMax + answerMs / 2
      ? [`The clock differs from that of this machine by ${Math.round(clockAheadMs)} ms.`]
      : []),
  ];
}

function problemsWith(expiry: Date | undefined): string[] {
  if (!expiry || expiry.getTime() - wall.now().getTime() > certificateMsMin) return [];
  return [`The certificate expires at ${expiry.toISOString()}. Replace TLS_CERT_FILE and TLS_KEY_FILE.`];
}

export const doctor = opsCommand({
  name: 'doctor',
  summary:
    'Check the services, their databases, clocks, audits, certificates and waiting work, and the parties outside that they use',
  details: [
    'Fails if one of them has a problem, and says what to do. Each service reads from its database, and asks the parties outside that its ' +
      'settings name: rail, exchange rates, card issuer, provider of stablecoins, liveness checks, mail server, text messages, bucket, ' +
      'identity providers. The questions change nothing there, except that an object is written to the bucket and removed.',
  ],
  examples: ['doctor', 'doctor --json'],
  run: async (call) => {
    const { print } = call;
    const examined = (await Promise.all(serviceNames.map((service) => examine(call, service)))).flat();
    const rows = examined.map(({ status, ...found }) => ({
      ...found,
      deadLetters: status?.deadLetters,
      jobsFailing: status?.jobsFailing,
      auditFindings: status?.auditFindings,
    }));
    print.table(rows, {
      service: ({ service }) => service,
      uses: ({ party }) => party,
      state: ({ problems }) => (problems.length === 0 ? 'OK' : 'PROBLEM'),
      'answer ms': ({ answerMs }) => answerMs,
      dead: ({ deadLetters }) => deadLetters,
      failing: ({ jobsFailing }) => jobsFailing,
      findings: ({ auditFindings }) => auditFindings,
    });
    const problems = examined.flatMap(({ service, party, problems: found }) =>
      found.map((problem) => `${party === undefined ? service : `${service}, ${party}`}: ${problem}`),
    );
    if (problems.length > 0) throw new CommandFailure(problems.join('\n'));
  },
});

export const migrate = opsCommand({
  name: 'migrate',
  summary: 'List the migrations that a process of this version would run',
  details: ['A process runs them when it starts, in one transaction per service. This command changes nothing.'],
  options: { plan: { description: 'list them' } },
  examples: ['migrate --plan'],
  run: async ({ client, print, has }) => {
    if (!has('plan')) throw new UsageMistake('Migrations run when a process of this version starts. Pass --plan to list them.');
    const { services } = await import('../../../../services/all.ts');
    const { kitMigrations } = await import('../../../../services/kit/storage/kit-migrations.ts');
    const planned = await Promise.all(
      services.map(async ({ name: service, migrations }) => {
        const { migrations: applied } = await client(statusOf(service)).getStatus({});
        const missing = [...kitMigrations, ...migrations].filter(({ name }) => !applied.includes(name));
        return missing.map(({ name }) => ({ service, migration: name }));
      }),
    );
    print.table(planned.flat(), { service: ({ service }) => service, migration: ({ migration }) => migration });
    print.note(
      planned.flat().length === 0 ? 'The databases have all migrations of this version.' : 'Back up the databases first.',
    );
  },
});
