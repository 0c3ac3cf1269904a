// GetBackup: the state of a backup, for operators.
import type { BackupService } from '../../../gen/payments/platform/v1/backup_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { noBackup, toBackup } from '../convert-backup.ts';

export const getBackup: PlatformMethod<typeof BackupService.method.getBackup> = async ({ id }, { backups }) => {
  const progress = await backups.find(id);
  if (!progress) throw noBackup(id);
  return toBackup(id, progress);
};
