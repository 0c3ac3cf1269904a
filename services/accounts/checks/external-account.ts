// Checks over several fields of an external account request. Their errors are reported together with those of single fields.
import type { CreateExternalAccountRequest } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { CreatePlatformExternalAccountRequest } from '../../../gen/payments/accounts/v1/platform_external_account_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import type { AccountInfo } from '../domain/external/account-type.ts';
import { accountTypeOf, fieldsOf } from '../domain/external/account-types.ts';
import { railProblems } from '../domain/external/rails.ts';
import { vasps } from '../domain/external/vasps.ts';

/** The errors of the request as a whole. It may violate any other rule at the same time. */
export function checkCreateExternalAccount(request: CreateExternalAccountRequest): FieldError[] {
  const problems = checkCreatePlatformExternalAccount(request);
  if (request.defaultUmaDepositAccount && request.customerId === undefined) {
    problems.push(problem('defaultUmaDepositAccount', 'is for accounts of customers only: send customerId too'));
  }
  return problems;
}

/** The same for an account of the platform itself. */
export function checkCreatePlatformExternalAccount({ accountInfo }: PlatformsAccount): FieldError[] {
  const info = accountInfo?.info;
  return info?.case === undefined ? [] : checkAccount(info);
}

type PlatformsAccount = Pick<CreatePlatformExternalAccountRequest, 'accountInfo'>;

function checkAccount(info: AccountInfo): FieldError[] {
  const ofRails = railProblems(info).map((one) => ({ ...one, field: `accountInfo.${one.field}` }));
  return [...checkAllowed(info), ...ofRails, ...checkExactlyOne(info), ...checkPapers(info), ...checkVasp(info)];
}

function checkAllowed(info: AccountInfo): FieldError[] {
  const fields = fieldsOf(info);
  return Object.entries(accountTypeOf(info.case).allowed ?? {})
    .filter(([field, values = []]) => fields[field] !== undefined && !values.includes(String(fields[field])))
    .map(([field, values = []]) => notAllowed(`accountInfo.${field}`, values));
}

function checkExactlyOne(info: AccountInfo): FieldError[] {
  const { exactlyOne } = accountTypeOf(info.case);
  const given = fieldsOf(info);
  if (!exactlyOne || exactlyOne.filter((field) => given[field] !== undefined).length === 1) return [];
  return [problem('accountInfo', `requires exactly one of ${exactlyOne.join(', ')}`)];
}

/** Identity documents of a person require type and number together. */
function checkPapers(info: AccountInfo): FieldError[] {
  const beneficiary = info.case === 'copAccount' ? info.value.beneficiary?.kind : undefined;
  if (beneficiary?.case !== 'individual') return [];
  const { documentType, documentNumber } = beneficiary.value;
  if ((documentType === undefined) === (documentNumber === undefined)) return [];
  const missing = documentType === undefined ? 'documentType' : 'documentNumber';
  return [problem(`accountInfo.beneficiary.${missing}`, 'is required')];
}

/** The exchange of a hosted wallet must be in the directory. Without an exchange the wallet is in self-custody. */
function checkVasp(info: AccountInfo): FieldError[] {
  const { vaspName } = fieldsOf(info);
  if (vaspName === undefined || vasps.some((vasp) => vasp.vaspName === vaspName)) return [];
  return [problem('accountInfo.vaspName', 'must be a name from GET /vasps')];
}

function problem(field: string, message: string): FieldError {
  return { field, message };
}

function notAllowed(field: string, values: readonly string[]): FieldError {
  return { field, constraint: { enum: [...values] }, message: 'is not one of the allowed values' };
}
