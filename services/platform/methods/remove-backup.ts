// RemoveBackup: removes a backup from DATA_DIR, for operators.
import type { BackupService } from '../../../gen/payments/platform/v1/backup_pb.ts';
import type { PlatformMethod } from '../context.ts';

export const removeBackup: PlatformMethod<typeof BackupService.method.removeBackup> = async ({ id }, { backups }) => {
  await backups.remove(id);
  return {};
};
