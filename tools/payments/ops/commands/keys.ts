// `ops keys`: master keys, and the keys that sign webhooks.
import { KeyUseSchema } from '../../../../gen/payments/common/v1/key_pb.ts';
import { DeliveryService, PublicKeysSchema } from '../../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { keysOf } from '../../../../services/kit/service/common-services.ts';
import type { Printer } from '../../printer.ts';
import { type OpsCall, opsCommand, plain } from '../ops-command.ts';
import { serviceNames } from '../services.ts';

interface KeyUse {
  readonly service: string;
  readonly keys: readonly { readonly id: string; readonly isNewest: boolean }[];
  readonly columns: readonly { readonly resealed: number; readonly finishedAt?: string }[];
}

async function useOf(client: OpsCall['client'], call: 'reseal' | 'getKeyUse'): Promise<KeyUse[]> {
  const uses: KeyUse[] = [];
  for (const service of serviceNames)
    uses.push({ service, ...plain(KeyUseSchema, await client(keysOf(service))[call]({})) } as KeyUse);
  return uses;
}

function show(print: Printer, uses: readonly KeyUse[]): void {
  print.table(uses, {
    service: ({ service }) => service,
    newest: ({ keys }) => keys.find(({ isNewest }) => isNewest)?.id,
    former: ({ keys }) =>
      keys
        .filter(({ isNewest }) => !isNewest)
        .map(({ id }) => id)
        .join(' '),
    resealed: ({ columns }) => columns.reduce((sum, { resealed }) => sum + resealed, 0),
    running: ({ columns }) => columns.filter(({ finishedAt }) => finishedAt === undefined).length,
  });
  const isDone = uses.every(({ keys }) => keys.length === 1);
  print.note(isDone ? 'All values are sealed under the newest key.' : 'Keep the former keys in MASTER_KEY until none is shown.');
}

export const keysCheck = opsCommand({
  name: 'keys check',
  summary: 'Show which master keys seal values, and the progress of resealing',
  examples: ['keys check'],
  run: async ({ client, print }) => show(print, await useOf(client, 'getKeyUse')),
});

export const keysReseal = opsCommand({
  name: 'keys reseal',
  summary: 'Reseal all values under the newest master key, in the background',
  details: ['Run it when the new key comes first in MASTER_KEY of every process.'],
  examples: ['keys reseal'],
  run: async ({ client, print }) => {
    show(print, await useOf(client, 'reseal'));
    print.next('ops keys check');
  },
});

export const keysRotate = opsCommand({
  name: 'keys rotate',
  summary: 'Publish a new key that signs webhooks, which becomes active after a week',
  options: {
    environment: { value: 'ENVIRONMENT', description: 'sandbox or production', values: () => ['production', 'sandbox'] },
  },
  examples: ['keys rotate --environment production'],
  run: async ({ client, print, required }) => {
    const keys = plain(
      PublicKeysSchema,
      await client(DeliveryService).rotateSigningKey({ environment: required('environment') }),
    );
    print.result(keys, () => [String(keys.pem).trim()]);
  },
});
