// Converts backups to messages.
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { BackupState } from '../../gen/payments/platform/v1/backup_pb.ts';
import { fail, type Refusal } from '../kit/messages/fail.ts';
import type { Progress } from './backups/backups.ts';

export function toBackup(id: string, { state, problem }: Progress) {
  return { id, state: BackupState[state], ...(problem !== undefined && { problem }) };
}

export const noBackup = (id: string): Refusal => fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no backup ${id}.`);
