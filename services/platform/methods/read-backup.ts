// ReadBackup: a piece of a file of a complete backup, for operators.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { BackupService } from '../../../gen/payments/platform/v1/backup_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformMethod } from '../context.ts';
import { noBackup } from '../convert-backup.ts';

type ReadBackup = PlatformMethod<typeof BackupService.method.readBackup>;

export const readBackup: ReadBackup = async ({ id, file, position }, { backups }) => {
  const progress = await backups.find(id);
  if (!progress) throw noBackup(id);
  if (progress.state !== 'COMPLETE') throw fail(ErrorCode.CONFLICT, 'The backup is not complete.', { state: progress.state });
  const piece = await backups.read(id, file, position);
  if (!piece) throw fail(ErrorCode.REFERENCE_NOT_FOUND, `The backup has no file ${file}.`);
  return piece;
};
