// `ops platforms`: the platforms of the installation.
import { randomBytes } from 'node:crypto';
import {
  ListedPlatformSchema,
  PlatformAdministrationService,
} from '../../../../gen/payments/platform/v1/platform_administration_pb.ts';
import { PlatformDirectoryService, PlatformSchema } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { wall } from '../../../../services/kit/core/clock.ts';
import { idsFrom } from '../../../../services/kit/core/ids.ts';
import { columns, opsCommand, plain } from '../ops-command.ts';

export const platformsList = opsCommand({
  name: 'platforms list',
  summary: 'List all platforms, newest first',
  examples: ['platforms list', 'platforms list --json'],
  run: async ({ client, print }) => {
    const administration = client(PlatformAdministrationService);
    const found: Record<string, unknown>[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const { platforms, nextCursor } = await administration.listPlatforms({
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      });
      found.push(...platforms.map((platform) => plain(ListedPlatformSchema, platform)));
      cursor = nextCursor;
    }
    print.table(found, columns('id', 'environment', 'isRegulatedFinancialInstitution', 'createdAt'));
  },
});

export const platformsCreate = opsCommand({
  name: 'platforms create',
  summary: 'Create a platform with its accounts and its first token',
  details: ['Prints the credentials of the token, which are never shown again.'],
  options: {
    environment: {
      value: 'ENVIRONMENT',
      description: 'production or sandbox; production if absent',
      values: () => ['production', 'sandbox'],
    },
    regulated: { description: 'it is a regulated institution, which collects consents to end-user terms itself' },
    currencies: { value: 'CODES', description: 'separated by commas; all if absent' },
  },
  examples: ['platforms create --regulated --currencies USD,EUR', 'platforms create --environment sandbox'],
  run: async ({ client, print, text, has }) => {
    const credentials = { clientId: randomBytes(16).toString('hex'), clientSecret: randomBytes(24).toString('hex') };
    const platform = await client(PlatformAdministrationService).createPlatform({
      platformId: idsFrom(wall).next(),
      environment: text('environment') ?? 'production',
      isRegulatedFinancialInstitution: has('regulated'),
      currencies: text('currencies')?.split(',') ?? [],
      ...credentials,
    });
    print.fields({ platform: platform.id, environment: platform.environment, ...credentials });
  },
});

export const platformsShow = opsCommand({
  name: 'platforms show',
  summary: 'Show a platform with its configuration',
  isForPlatform: true,
  examples: ['platforms show --platform 019…'],
  run: async ({ client, print }) => print.fields(plain(PlatformSchema, await client(PlatformDirectoryService).getPlatform({}))),
});

export const platformsRegulate = opsCommand({
  name: 'platforms regulate',
  summary: 'Set whether a platform is a regulated institution',
  isForPlatform: true,
  options: { off: { description: 'it is not' } },
  examples: ['platforms regulate --platform 019…', 'platforms regulate --platform 019… --off'],
  run: async ({ client, print, has }) => {
    const isRegulatedFinancialInstitution = !has('off');
    await client(PlatformDirectoryService).setRegulated({ isRegulatedFinancialInstitution });
    print.fields({ isRegulatedFinancialInstitution });
  },
});
