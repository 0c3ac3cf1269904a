// What only messages can carry: enum values without a name that are set, times outside of the years 1 to 9999, empty ids of resources.
import { ConnectError, createClient } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { CredentialService } from '../../gen/payments/auth/v1/credential_pb.ts';
import { AuthenticatorTransport } from '../../gen/payments/auth/v1/new_credential_pb.ts';
import { TokenService } from '../../gen/payments/auth/v1/token_pb.ts';
import { BeneficialOwnerService } from '../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import {
  BeneficialOwnerRole,
  EndUserTermsAcceptanceMethod,
  IdentificationType,
  IndividualSourceOfFundsCategory,
  PepStatus,
  PurposeOfAccount,
} from '../../gen/payments/customers/v1/customer_enums_pb.ts';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { VerificationService, VerificationStatus } from '../../gen/payments/customers/v1/verification_pb.ts';
import { field as fieldRule, method as methodRule, Permission } from '../../gen/payments/rest/v1/rest_pb.ts';
import { services } from '../../services/all.ts';
import { nameOf, refusalFrom } from '../../services/kit/messages/fail.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import { startWorld } from '../kit/platform.ts';
import { openRpcDoors } from '../kit/rpc-doors.ts';

const world = await startWorld();
const doors = await openRpcDoors(world);
const by = { headers: { authorization: world.token } };

/** The code, and the fields with their messages. */
async function refused(call: Promise<unknown>) {
  const error = await call.then(Promise.reject.bind(Promise), ConnectError.from);
  const refusal = refusalFrom(error);
  const errors = (refusal?.details?.errors ?? []) as { field: string; message: string }[];
  return [refusal && nameOf(refusal.code), ...errors.map(({ field, message }) => `${field} ${message}`)];
}

const zeros = {
  pepStatus: PepStatus.UNSPECIFIED,
  purposeOfAccount: PurposeOfAccount.UNSPECIFIED,
  sourceOfFundsCategories: [IndividualSourceOfFundsCategory.SALARY, IndividualSourceOfFundsCategory.UNSPECIFIED],
};
const zerosOfOwner = { roles: [BeneficialOwnerRole.UNSPECIFIED], personalInfo: { idType: IdentificationType.UNSPECIFIED } };
const passkey = { attestation: { transports: [AuthenticatorTransport.UNSPECIFIED] } };

/** The methods whose request is empty without the id of their resource. */
const addressing = services
  .flatMap(({ serves }) => serves.flatMap(({ desc }) => desc.methods))
  .filter((desc) => optionOf(desc, methodRule)?.permissions.length && desc.methodKind === 'unary')
  .flatMap((desc) => {
    const [only, ...others] = desc.input.fields;
    const code = others.length === 0 && only ? optionOf(only, fieldRule)?.notFound : undefined;
    return code ? [{ desc, code }] : [];
  });

const notAllowed = 'is not one of the allowed values';
const acceptanceMethod = EndUserTermsAcceptanceMethod.CHECKBOX;
const notATime = 'must be a time in the years 1 to 9999';

describe.each(doors)('%s', (_, transport) => {
  const customers = createClient(CustomerService, transport);
  const owners = createClient(BeneficialOwnerService, transport);
  const tokens = createClient(TokenService, transport);
  const ada = { kind: { case: 'individual', value: { fullName: 'Ada Lovelace' } } } as const;

  test('zero is no value of a list, or of an optional field that is set', async () => {
    const { id = '' } = await customers.createCustomer(ada, by);
    const kind = { case: 'individual', value: zeros } as const;

    const created = customers.createCustomer({ kind }, by);
    const updated = customers.updateCustomer({ customerId: id, kind }, by);
    const owned = owners.updateBeneficialOwner({ beneficialOwnerId: id, ...zerosOfOwner }, by);
    const listed = createClient(VerificationService, transport).listVerifications(
      { verificationStatus: VerificationStatus.UNSPECIFIED },
      by,
    );
    const added = createClient(CredentialService, transport).createCredential({ kind: { case: 'passkey', value: passkey } }, by);
    const granted = tokens.createToken({ name: 'Backend', permissions: [Permission.UNSPECIFIED, Permission.VIEW] }, by);

    const three = [
      'INVALID_INPUT',
      ...['sourceOfFundsCategories.1', 'purposeOfAccount', 'pepStatus'].map((at) => `${at} ${notAllowed}`),
    ];
    expect((await refused(created)).toSorted()).toEqual(three.toSorted());
    expect((await refused(updated)).toSorted()).toEqual(three.toSorted());
    expect(await refused(owned)).toEqual(['INVALID_INPUT', `roles.0 ${notAllowed}`, `personalInfo.idType ${notAllowed}`]);
    expect(await refused(listed)).toEqual(['INVALID_INPUT', `verificationStatus ${notAllowed}`]);
    expect(await refused(added)).toContain(`attestation.transports.0 ${notAllowed}`);
    expect(await refused(granted)).toEqual(['INVALID_INPUT', `permissions.0 ${notAllowed}`]);
  });

  test.each([
    ['after the year 9999', { seconds: 253_402_300_800n, nanos: 0 }],
    ['beyond what a date holds', { seconds: 999_999_999_999_999n, nanos: 0 }],
    ['rounded, after the year 9999', { seconds: 253_402_300_799n, nanos: 999_500_000 }],
    ['before the year 1', { seconds: -62_135_596_801n, nanos: 0 }],
    ['negative fractions', { seconds: 0n, nanos: -1 }],
    ['more than a second', { seconds: 0n, nanos: 1_000_000_000 }],
  ])('a time must be one: %s', async (_case, time) => {
    const consent = { acceptedAt: time, ipAddress: '198.51.100.7', termsVersion: 'V1', acceptanceMethod };

    expect(await refused(tokens.listTokens({ createdAfter: time }, by))).toEqual(['INVALID_INPUT', `createdAfter ${notATime}`]);
    expect(await refused(customers.listCustomers({ updatedBefore: time }, by))).toEqual([
      'INVALID_INPUT',
      `updatedBefore ${notATime}`,
    ]);
    expect(await refused(customers.createCustomer({ ...ada, endUserTermsConsent: consent }, by))).toEqual([
      'INVALID_INPUT',
      `endUserTermsConsent.acceptedAt ${notATime}`,
    ]);
  });

  test.each(addressing)('an id that is not sent finds nothing: $desc.name', async ({ desc, code }) => {
    const client: Record<string, (request: object, options: typeof by) => Promise<unknown>> = createClient(
      desc.parent,
      transport,
    );

    expect(await refused(client[desc.localName]?.({}, by) ?? Promise.resolve())).toEqual([code]);
  });

  test('the first and the last time are times', async () => {
    const { data } = await tokens.listTokens(
      { createdAfter: { seconds: -62_135_596_800n, nanos: 0 }, createdBefore: { seconds: 253_402_300_799n, nanos: 999_000_000 } },
      by,
    );

    expect(data).not.toEqual([]);
  });
});
