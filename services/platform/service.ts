// The definition of the platform service.

import { BackupService } from '../../gen/payments/platform/v1/backup_pb.ts';
import { AdvanceClockRequestSchema, ClockService } from '../../gen/payments/platform/v1/clock_pb.ts';
import { FaultDirectoryService } from '../../gen/payments/platform/v1/fault_directory_pb.ts';
import { CreateFaultRequestSchema, FaultService } from '../../gen/payments/platform/v1/fault_pb.ts';
import { ForkService } from '../../gen/payments/platform/v1/fork_pb.ts';
import { InvitationService } from '../../gen/payments/platform/v1/invitation_pb.ts';
import { PlatformAdministrationService } from '../../gen/payments/platform/v1/platform_administration_pb.ts';
import {
  PlatformDirectoryService,
  PlatformService,
  UpdateConfigRequestSchema,
} from '../../gen/payments/platform/v1/platform_pb.ts';
import { ListRequestsRequestSchema, RequestLogService } from '../../gen/payments/platform/v1/request_log_pb.ts';
import { RequestRecorderService } from '../../gen/payments/platform/v1/request_recorder_pb.ts';
import { SandboxService } from '../../gen/payments/platform/v1/sandbox_pb.ts';
import { SnapshotService } from '../../gen/payments/platform/v1/snapshot_pb.ts';
import { StablecoinCurrencyService } from '../../gen/payments/platform/v1/stablecoin_currency_pb.ts';
import { UmaProviderService } from '../../gen/payments/platform/v1/uma_provider_pb.ts';
import { deliverEvents } from '../kit/background/deliver-events.ts';
import { check } from '../kit/messages/check.ts';
import { defineService, serve } from '../kit/service/service.ts';
import { openBackups } from './backups/backups.ts';
import { checkAdvance } from './checks/clock.ts';
import { checkConfig } from './checks/config.ts';
import { checkFault } from './checks/fault.ts';
import { checkRequestList } from './checks/request-list.ts';
import { needs } from './context.ts';
import { handleAdvanceClock } from './jobs/advance-clock.ts';
import { handleAnnounceEndpoint } from './jobs/announce-endpoint.ts';
import { handleOpenAccounts } from './jobs/open-accounts.ts';
import { handleRemoveFork } from './jobs/remove-fork.ts';
import { advanceClock } from './methods/advance-clock.ts';
import { beginBackup } from './methods/begin-backup.ts';
import { cancelInvitation } from './methods/cancel-invitation.ts';
import { claimInvitation } from './methods/claim-invitation.ts';
import { createFault } from './methods/create-fault.ts';
import { createInvitation } from './methods/create-invitation.ts';
import { createPlatform } from './methods/create-platform.ts';
import { createSnapshot } from './methods/create-snapshot.ts';
import { deleteFault } from './methods/delete-fault.ts';
import { deleteFork } from './methods/delete-fork.ts';
import { deleteSnapshot } from './methods/delete-snapshot.ts';
import { ensurePlatform } from './methods/ensure-platform.ts';
import { findUmaProvider } from './methods/find-uma-provider.ts';
import { forkPlatform } from './methods/fork-platform.ts';
import { getBackup } from './methods/get-backup.ts';
import { getClock } from './methods/get-clock.ts';
import { getConfig } from './methods/get-config.ts';
import { getInvitation } from './methods/get-invitation.ts';
import { getInvitationStatus } from './methods/get-invitation-status.ts';
import { getPlatform } from './methods/get-platform.ts';
import { getRequest } from './methods/get-request.ts';
import { listFaults } from './methods/list-faults.ts';
import { listPlatforms } from './methods/list-platforms.ts';
import { listRequests } from './methods/list-requests.ts';
import { listSnapshots } from './methods/list-snapshots.ts';
import { listStablecoinCurrencies } from './methods/list-stablecoin-currencies.ts';
import { listUmaProviders } from './methods/list-uma-providers.ts';
import { readBackup } from './methods/read-backup.ts';
import { recordRequests } from './methods/record-requests.ts';
import { removeBackup } from './methods/remove-backup.ts';
import { resetPlatform } from './methods/reset-platform.ts';
import { restoreSnapshot } from './methods/restore-snapshot.ts';
import { setInvitations } from './methods/set-invitations.ts';
import { setRegulated } from './methods/set-regulated.ts';
import { setRequiredFields } from './methods/set-required-fields.ts';
import { setStablecoinCurrency } from './methods/set-stablecoin-currency.ts';
import { takeFault } from './methods/take-fault.ts';
import { updateConfig } from './methods/update-config.ts';
import { platformTables } from './migrations/0001-platform.ts';
import { personalRecords } from './steps/personal-records.ts';
import { copy } from './store/copy.ts';
import { sealedRequests } from './store/logged-requests.ts';
import {
  ClockAdvanceRecord,
  FaultRecord,
  InvitationCodeRecord,
  InvitationRecord,
  LoggedRequestRecord,
  PlatformRecord,
  RequestCountRecord,
  SnapshotRecord,
  UmaNameRecord,
} from './store/records.ts';
import { reset } from './store/reset.ts';
import { retention } from './store/retention.ts';
import { openPlatformStore } from './store/store.ts';

export const platform = defineService({
  name: 'platform',
  needs,
  serves: [
    serve(PlatformService, { getConfig, updateConfig }),
    serve(StablecoinCurrencyService, { setStablecoinCurrency, listStablecoinCurrencies }),
    serve(UmaProviderService, { listUmaProviders, findUmaProvider }),
    serve(ClockService, { getClock, advanceClock }),
    serve(FaultService, { createFault, listFaults, deleteFault }),
    serve(FaultDirectoryService, { takeFault }),
    serve(SandboxService, { resetPlatform }),
    serve(ForkService, { forkPlatform, deleteFork }),
    serve(SnapshotService, { createSnapshot, listSnapshots, restoreSnapshot, deleteSnapshot }),
    serve(RequestLogService, { listRequests, getRequest }),
    serve(RequestRecorderService, { recordRequests }),
    serve(InvitationService, { createInvitation, getInvitation, getInvitationStatus, claimInvitation, cancelInvitation }),
    serve(BackupService, { beginBackup, getBackup, readBackup, removeBackup }),
    serve(PlatformAdministrationService, { createPlatform, listPlatforms }),
    serve(PlatformDirectoryService, {
      getPlatform,
      ensurePlatform,
      setRegulated,
      setInvitations,
      setRequiredFields,
    }),
  ],
  migrations: [platformTables],
  placements: {
    uma_name: { column: 'name', of: 'UMA domains and subdomains' },
    invitation_code: { column: 'code', of: 'codes of invitations' },
  },
  entities: [PlatformRecord, InvitationRecord, FaultRecord, SnapshotRecord],
  tables: [ClockAdvanceRecord, UmaNameRecord, InvitationCodeRecord, LoggedRequestRecord, RequestCountRecord],
  sealed: sealedRequests,
  checks: [
    check(UpdateConfigRequestSchema, checkConfig),
    check(AdvanceClockRequestSchema, checkAdvance),
    check(CreateFaultRequestSchema, checkFault),
    check(ListRequestsRequestSchema, checkRequestList),
  ],
  jobs: {
    'open-accounts': handleOpenAccounts,
    'announce-endpoint': handleAnnounceEndpoint,
    'advance-clock': handleAdvanceClock,
    'remove-fork': handleRemoveFork,
  },
  retention,
  reset,
  copy,
  personalRecords,
  open: ({ database, secrets, settings, wall, backUp, log }) => ({
    store: openPlatformStore(database, secrets),
    settings,
    wall,
    backups: openBackups({ dataDir: settings.dataDir, backUp, wall, log }),
  }),
  relay: deliverEvents,
});
