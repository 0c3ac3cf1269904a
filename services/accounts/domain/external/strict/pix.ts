// PIX keys, and their tax numbers.
import { cnpj, cpf } from 'cpf-cnpj-validator';
import { PixKeyKind } from '../../../../../gen/payments/accounts/v1/account_americas_pb.ts';
import type { AccountInfo } from '../account-type.ts';

export function pixProblem(pixKey: string, info: AccountInfo): string | undefined {
  if (info.case !== 'brlAccount') return undefined;
  const { pixKeyType, taxId } = info.value;
  const isTaxNumber = pixKeyType === PixKeyKind.CPF || pixKeyType === PixKeyKind.CNPJ;
  if (!keys.get(pixKeyType)?.(pixKey)) return 'is not a key of this pixKeyType';
  return isTaxNumber && bare(pixKey) !== taxId ? 'is not the taxId' : undefined;
}

/** Of an individual (CPF, 11 digits) or a business (CNPJ, 14). */
export function taxIdProblem(taxId: string, info: AccountInfo): string | undefined {
  if (info.case !== 'brlAccount') return undefined;
  return cpf.isValid(taxId) || cnpj.isValid(taxId) ? undefined : 'is neither a CPF nor a CNPJ';
}

const keys = new Map<PixKeyKind, (key: string) => boolean>([
  [PixKeyKind.CPF, (key) => cpf.isValid(key)],
  [PixKeyKind.CNPJ, (key) => cnpj.isValid(key)],
  [PixKeyKind.EMAIL, (key) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(key)],
  [PixKeyKind.PHONE, (key) => /^\+55\d{10,11}$/.test(key)],
  [PixKeyKind.RANDOM, (key) => /^[0-9a-f]{32}$/i.test(key.replaceAll('-', '')) && [32, 36].includes(key.length)],
]);

const bare = (number: string) => number.replaceAll(/[^0-9A-Za-z]/g, '');
