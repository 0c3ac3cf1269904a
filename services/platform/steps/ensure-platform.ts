// Creates the caller's platform, its accounts and its first token.
import { create } from '@bufbuild/protobuf';
import { PlatformConfigSchema } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { currencies } from '../../kit/core/currencies.ts';
import type { PlatformContext } from '../context.ts';
import { defaultSettings } from '../domain/default-settings.ts';
import { codesOf, type FoundPlatform, type Platform } from '../domain/platform.ts';
import { ownPlatform } from './find-platform.ts';
import { openAccountsJob } from './open-accounts.ts';

export interface NewPlatform {
  readonly isRegulatedFinancialInstitution: boolean;
  /** Empty: all. */
  readonly currencies: readonly string[];
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of the first token. Empty: all. */
  readonly permissions: readonly Permission[];
}

/**
 * Creates each missing part, so that the next call completes an interrupted one. A job opens the accounts, before the response if their
 * service is available.
 */
export async function ensureOwnPlatform(request: NewPlatform, context: PlatformContext): Promise<FoundPlatform> {
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
    permissions: request.permissions.length ? [...request.permissions] : everyPermission,
  });
  await context.runNow(job);
  return ownPlatform(context);
}

const everyPermission = [Permission.VIEW, Permission.TRANSACT, Permission.MANAGE];

function newPlatform(request: NewPlatform, { caller, clock }: PlatformContext): Platform {
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
    tokens: [],
    clockOffsetMs: BigInt(caller.clockOffsetMs),
    version: 1,
    createdAt: clock.now(),
    updatedAt: clock.now(),
    forkedFrom: undefined,
  };
}
