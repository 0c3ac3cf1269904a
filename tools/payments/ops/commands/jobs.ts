// `ops jobs`: jobs and events that were given up.
import { DeadLetterSchema } from '../../../../gen/payments/common/v1/dead_letter_pb.ts';
import { deadLettersOf } from '../../../../services/kit/service/common-services.ts';
import { UsageMistake } from '../../failures.ts';
import { columns, opsCommand, plain, platformUuid } from '../ops-command.ts';
import { serviceOption, servicesNamed } from '../services.ts';

const filters = {
  service: serviceOption,
  kind: { value: 'KIND', description: 'of this kind only; "event" for events' },
  of: { value: 'PLATFORM', description: 'of this platform only' },
} as const;

const filterOf = ({ text }: { text(name: 'kind' | 'of'): string | undefined }) => {
  const [kind, of] = [text('kind'), text('of')];
  return { ...(kind !== undefined && { kind }), ...(of !== undefined && { platformId: platformUuid(of) }) };
};

export const jobsList = opsCommand({
  name: 'jobs list',
  summary: 'List jobs and events that were given up, the latest first',
  options: filters,
  examples: ['jobs list', 'jobs list --service transfers --kind carry-out'],
  run: async ({ client, print, text }) => {
    const rows: Record<string, unknown>[] = [];
    for (const service of servicesNamed(text('service'))) {
      const { deadLetters, totalCount } = await client(deadLettersOf(service)).listDeadLetters({
        ...filterOf({ text }),
        limit: 100,
      });
      rows.push(...deadLetters.map((letter) => ({ service, ...plain(DeadLetterSchema, letter) })));
      if (totalCount > 100n) print.note(`${service} has ${totalCount}. These are the latest 100.`);
    }
    print.table(rows, columns('service', 'id', 'kind', 'key', 'platformId', 'diedAt', 'lastError'));
  },
});

export const jobsShow = opsCommand({
  name: 'jobs show',
  summary: 'Show a job or event that was given up',
  parameters: [{ name: 'job', description: 'its id' }],
  options: { service: serviceOption },
  examples: ['jobs show 019… --service transfers'],
  run: async ({ client, print, required, parameters: [id = ''] }) => {
    const [service = ''] = servicesNamed(required('service'));
    print.fields(plain(DeadLetterSchema, await client(deadLettersOf(service)).getDeadLetter({ id })));
  },
});

export const jobsRetry = opsCommand({
  name: 'jobs retry',
  summary: 'Retry jobs and events that were given up',
  parameters: [{ name: 'job', description: 'ids', isOptional: true, isRepeated: true }],
  options: { ...filters, all: { description: 'all that match the other options' } },
  examples: ['jobs retry 019… --service transfers', 'jobs retry --all', 'jobs retry --all --kind event'],
  run: async ({ client, print, text, has, parameters: ids }) => {
    if (has('all') === ids.length > 0) throw new UsageMistake('Pass ids of jobs, or --all.');
    let retried = 0n;
    for (const service of servicesNamed(text('service')))
      retried += (await client(deadLettersOf(service)).retryDeadLetters({ ids: [...ids], ...filterOf({ text }) })).retried;
    print.fields({ retried: Number(retried) });
  },
});
