// Checks of wallet requests, in addition to the rules of the proto.
import { ECDH } from 'node:crypto';
import type { ExportInternalAccountRequest, UpdateInternalAccountRequest } from '../../../gen/payments/accounts/v1/wallet_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';

export function checkUpdateInternalAccount({ privateEnabled }: UpdateInternalAccountRequest): FieldError[] {
  return privateEnabled === undefined ? [{ field: 'privateEnabled', message: 'is required' }] : [];
}

export function checkExportInternalAccount({ clientPublicKey }: ExportInternalAccountRequest): FieldError[] {
  if (clientPublicKey === '' || isUncompressedPoint(clientPublicKey)) return [];
  return [
    {
      field: 'clientPublicKey',
      message: 'must be a point on the curve P-256 in uncompressed form: 04 and 128 hexadecimal digits',
    },
  ];
}

function isUncompressedPoint(text: string): boolean {
  if (!/^04[0-9a-f]{128}$/i.test(text)) return false;
  try {
    ECDH.convertKey(text, 'prime256v1', 'hex', 'hex', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}
