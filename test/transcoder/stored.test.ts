// Messages stored as JSON are read like the library reads them.
import { create, type DescMessage, fromJson, type JsonObject, type MessageInitShape, toJson } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { BusinessSchema } from '../../gen/payments/customers/v1/business_pb.ts';
import {
  EntityType,
  IdentificationType,
  IndividualSourceOfFundsCategory,
} from '../../gen/payments/customers/v1/customer_enums_pb.ts';
import { EndUserTermsConsentSchema } from '../../gen/payments/customers/v1/end_user_terms_pb.ts';
import { IndividualSchema } from '../../gen/payments/customers/v1/individual_pb.ts';
import { storedReader } from '../../services/customers/store/stored-json.ts';

const address = { line1: '1 Main St', city: 'Springfield', postalCode: '62701', country: 'US' };

test('texts, enums, lists and messages within messages', () => {
  const individual = bothReadings(IndividualSchema, {
    fullName: 'Ada',
    address,
    idType: IdentificationType.SSN,
    sourceOfFundsCategories: [IndividualSourceOfFundsCategory.SALARY],
  });
  const businessInfo = { legalName: 'Acme', entityType: EntityType.LLC, countriesOfOperation: ['US'] };
  const business = bothReadings(BusinessSchema, { address, businessInfo });

  expect(individual.ours).toEqual(individual.library);
  expect(business.ours).toEqual(business.library);
});

test('absent fields are as in a new message, and nothing is shared between two', () => {
  const read = storedReader(IndividualSchema);

  const [one, other] = [read({}), read({})];

  expect(one).toEqual(create(IndividualSchema));
  expect(one.sourceOfFundsCategories).not.toBe(other.sourceOfFundsCategories);
});

test('types with times are read by the library', () => {
  const { ours, library } = bothReadings(EndUserTermsConsentSchema, { acceptedAt: { seconds: 1_790_000_000n } } as never);

  expect(ours).toEqual(library);
});

function bothReadings<D extends DescMessage>(desc: D, init: MessageInitShape<D>) {
  const json = toJson(desc, create(desc, init)) as JsonObject;
  return { ours: storedReader(desc)(json), library: fromJson(desc, json) };
}
