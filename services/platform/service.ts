// The door of the platform service.
import {
  PlatformDirectoryService,
  PlatformService,
  UpdateConfigRequestSchema,
} from '../../gen/payments/platform/v1/platform_pb.ts';
import { UmaProviderService } from '../../gen/payments/platform/v1/uma_provider_pb.ts';
import { check, defineService, serve } from '../kit/service.ts';
import { needs } from './context.ts';
import { checkConfig } from './domain/config-checks.ts';
import { handleAnnounceEndpoint } from './jobs/announce-endpoint.ts';
import { handleOpenAccounts } from './jobs/open-accounts.ts';
import { ensurePlatform } from './methods/ensure-platform.ts';
import { findUmaProvider } from './methods/find-uma-provider.ts';
import { getConfig } from './methods/get-config.ts';
import { getPlatform } from './methods/get-platform.ts';
import { listUmaProviders } from './methods/list-uma-providers.ts';
import { setRegulated } from './methods/set-regulated.ts';
import { updateConfig } from './methods/update-config.ts';
import { platformTable } from './migrations/0001-platform.ts';
import { PlatformRecord } from './store/platform-record.ts';
import { openPlatformStore } from './store/store.ts';

export const platform = defineService({
  name: 'platform',
  needs,
  serves: [
    serve(PlatformService, { getConfig, updateConfig }),
    serve(UmaProviderService, { listUmaProviders, findUmaProvider }),
    serve(PlatformDirectoryService, {
      getPlatform,
      ensurePlatform,
      setRegulated,
    }),
  ],
  migrations: [platformTable],
  entities: [PlatformRecord],
  checks: [check(UpdateConfigRequestSchema, checkConfig)],
  jobs: { 'open-accounts': handleOpenAccounts, 'announce-endpoint': handleAnnounceEndpoint },
  open: ({ database, settings }) => ({ store: openPlatformStore(database), settings }),
});
