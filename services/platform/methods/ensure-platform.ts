// Creates the caller's platform, its accounts and its first token.
import { create } from '@bufbuild/protobuf';
import { PlatformConfigSchema, type PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { currencies } from '../../kit/core/currencies.ts';
import type { PlatformContext, PlatformMethod } from '../context.ts';
import { toPlatform } from '../convert.ts';
import { defaultSettings } from '../domain/default-settings.ts';
import { codesOf, type Platform } from '../domain/platform.ts';
import { ownPlatform } from '../steps/find-platform.ts';
import { openAccountsJob } from '../steps/open-accounts.ts';

type EnsurePlatform = PlatformMethod<typeof PlatformDirectoryService.method.ensurePlatform>;

/**
 * Creates each missing part, so that the next start completes an interrupted one. A job opens the accounts, before the response if their
 * service is available.
 */
export const ensurePlatform: EnsurePlatform = async (request, context) => {
  const fresh = newPlatform(request, context);
  const job = openAccountsJob(fresh, codesOf(fresh.settings), context);
  await context.store.write(async (rows) => {
    if (await rows.platforms.insert(fresh)) await rows.jobs.add(job);
  });

  await context.clients.auth.ensureToken({
    platformId: fresh.id,
    clientId: request.clientId,
    clientSecret: request.clientSecret,
    name: 'First token',
    permissions: request.permissions.length ? request.permissions : everyPermission,
  });
  await context.runNow(job);
  return toPlatform(await ownPlatform(context));
};

const everyPermission = [Permission.VIEW, Permission.TRANSACT, Permission.MANAGE];

function newPlatform(request: Parameters<EnsurePlatform>[0], { caller, clock }: PlatformContext): Platform {
  const codes = request.currencies.length ? request.currencies : currencies.map(({ code }) => code);
  return {
    id: caller.platformId,
    environment: caller.environment,
    isRegulated: request.isRegulatedFinancialInstitution,
    offersInvitations: true,
    umaDomain: undefined,
    proxyUmaSubdomain: undefined,
    webhookEndpoint: undefined,
    settings: create(PlatformConfigSchema, defaultSettings(codes)),
    clockOffsetMs: BigInt(caller.clockOffsetMs),
    version: 1,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
}
