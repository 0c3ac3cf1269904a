// BeginBackup: begins a backup of the embedded database, for operators.

import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { BackupService } from '../../../gen/payments/platform/v1/backup_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformMethod } from '../context.ts';
import { toBackup } from '../convert-backup.ts';

type BeginBackup = PlatformMethod<typeof BackupService.method.beginBackup>;

export const beginBackup: BeginBackup = async (_, { backups, ids, settings }) => {
  if (settings.databaseUrl !== undefined)
    throw fail(
      ErrorCode.NOT_IMPLEMENTED,
      'Only the embedded database is backed up by this method. Use pg_basebackup for a server, as described in docs/backup.md.',
    );
  const id = ids.next();
  return toBackup(id, await backups.begin(id));
};
