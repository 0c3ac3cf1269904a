// Rules of the protos as field errors: paths of the JSON body, constraints of the same rules.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { CreateSpecimenRequestSchema } from '../../gen/payments/test/v1/specimen_changes_pb.ts';
import { Colour } from '../../gen/payments/test/v1/specimen_pb.ts';
import { GetSpecimenRequestSchema } from '../../gen/payments/test/v1/specimen_reads_pb.ts';
import { invalidInput, refuserOf, violationsOf } from '../../services/kit/messages/validate.ts';
import { customerId, openBench, prefix, specimenId } from './specimens.ts';

type Init = MessageInitShape<typeof CreateSpecimenRequestSchema>;

const good = { name: 'Fern', weight: 0n, colour: Colour.RED, kind: { case: 'plant', value: {} } } as const;
const phone = { format: 'e.164', pattern: '^\\+[1-9]\\d{1,14}$' };
const currency = { pattern: '^[A-Z]{3}$' };
const allowed = 'is not one of the allowed values';

const violations: [rule: string, init: Init, errors: object[]][] = [
  ['nothing', { ownerId: customerId, email: 'a@b.c', phoneNumber: '+4912345' }, []],
  ['required', { name: '' }, [{ field: 'name', message: 'is required' }]],
  ['required where zero is legal', { weight: undefined }, [{ field: 'weight', message: 'is required' }]],
  ['required of an enum', { colour: 0 }, [{ field: 'colour', message: 'is required' }]],
  ['length', { name: 'x'.repeat(21) }, [{ field: 'name', constraint: { maxLength: 20 }, message: 'must be at most 20 characters' }]],
  ['pattern with a format', { phoneNumber: '1' }, [{ field: 'phoneNumber', constraint: phone, message: 'is not a valid e.164' }]],
  ['format', { email: 'x' }, [{ field: 'email', constraint: { format: 'email' }, message: 'must be a valid email address' }]],
  ['range', { weight: -1n }, [{ field: 'weight', message: 'must be greater than or equal to 0' }]],
  ['a value that is not allowed here', { secondColour: 2 }, [{ field: 'secondColour', constraint: { enum: ['RED'] }, message: allowed }]],
  ['an unknown number', { colour: 9 as Colour }, [{ field: 'colour', constraint: { enum: ['RED', 'blue.deep'] }, message: allowed }]],
  ['an element of a list', { currencies: ['USD', 'x'] }, [{ field: 'currencies.1', constraint: currency, message: 'has an invalid format' }]],
  ['a list that is too long', { currencies: ['A', 'B', 'C', 'D'].map((a) => a.repeat(3)) }, [{ field: 'currencies', message: 'must contain no more than 3 item(s)' }]],
  ['below a message', { place: { line1: 'l', country: 'x' } }, [{ field: 'place.country', constraint: { minLength: 2, maxLength: 2 }, message: 'must be 2 characters' }]],
  ['below a list', { places: [{ line1: 'l' }, {}] }, [{ field: 'places.1.line1', message: 'is required' }]],
  ['below a map', { placesByName: { a: {} } }, [{ field: 'placesByName.a.line1', message: 'is required' }]],
  ['in a flat union', { kind: { case: 'plant', value: { leaves: -1, habitat: {} } } }, [{ field: 'leaves', message: 'must be greater than or equal to 0' }, { field: 'habitat.line1', message: 'is required' }]],
  ['a union that is missing', { kind: { case: undefined } }, [{ field: 'specimenType', message: 'is required' }]],
  ['an id of another kind', { ownerId: 'Quote:1' }, [{ field: 'ownerId', message: 'must be the id of a Customer, not of a Quote' }]],
]; // biome-ignore format: a table

test.each(violations)('%s', (_rule, init, errors) => {
  const request = create(CreateSpecimenRequestSchema, { ...good, ...init });

  expect(violationsOf(CreateSpecimenRequestSchema, request)).toEqual(errors);
});

test('problems of the body and violated rules are in one 400, one per field, and none below an unreadable value', async () => {
  const { app } = await openBench();
  const payload = {
    name: 5, phoneNumber: '1', weight: 'x', colour: 'PINK', place: 'x', places: [5, { line1: 'l', country: 'DEU' }], currencies: [1, 'usd'],
    specimenType: 'ANIMAL',
  }; // biome-ignore format: one thing

  const answer = await app.inject({ method: 'POST', url: `${prefix}/specimens`, headers: { authorization: 'all' }, payload });

  expect(answer.json()).toEqual({
    status: 400,
    code: 'INVALID_INPUT',
    message: '10 fields are invalid',
    details: {
      errors: [
        { field: 'name', message: 'must be a string' },
        { field: 'weight', message: 'must be an integer' },
        { field: 'colour', constraint: { enum: ['RED', 'blue.deep'] }, message: allowed },
        { field: 'currencies.0', message: 'must be a string' },
        { field: 'places.0', message: 'must be an object' },
        { field: 'place', message: 'must be an object' },
        { field: 'specimenType', constraint: { enum: ['PLANT', 'MINERAL', 'STONE'] }, message: allowed },
        { field: 'phoneNumber', constraint: phone, message: 'is not a valid e.164' },
        { field: 'currencies.1', constraint: currency, message: 'has an invalid format' },
        { field: 'places.1.country', constraint: { minLength: 2, maxLength: 2 }, message: 'must be 2 characters' },
      ],
    },
  });
});

const kinds = [
  { payload: { specimenType: 'X' }, code: 'INVALID_BANK_ACCOUNT' },
  { payload: { specimenType: 'X', name: 5 }, code: 'INVALID_INPUT' },
  { payload: { specimenType: 'X', name: '' }, code: 'INVALID_INPUT' },
  { payload: {}, code: 'INVALID_INPUT' },
];

test.each(kinds)(
  'a union can have a code for an unknown discriminator, if nothing else is invalid: $payload',
  async ({ payload, code }) => {
    const { app } = await openBench();
    const url = `${prefix}/specimens/${specimenId}`;

    const answer = await app.inject({ method: 'PATCH', url, headers: { authorization: 'all' }, payload });

    expect(answer.json()).toMatchObject({ status: 400, code, details: { errors: expect.any(Array) } });
  },
);

test('a single error has a message in the singular, and each field only its first error', () => {
  const refusal = invalidInput([
    { field: 'a', message: 'first' },
    { field: 'a', message: 'second' },
  ]);

  expect(refusal).toMatchObject({
    code: ErrorCode.INVALID_INPUT,
    message: '1 field is invalid',
    details: { errors: [{ field: 'a', message: 'first' }] },
  });
});

test('a malformed id that addresses a resource is not found, over every protocol', () => {
  const request = create(GetSpecimenRequestSchema, { specimenId: 'x' });

  expect(refuserOf(GetSpecimenRequestSchema, [])(request)).toMatchObject({
    code: ErrorCode.REFERENCE_NOT_FOUND,
    details: { resource: 'Specimen' },
  });
});

test("a service's own checks are reported with the rules", () => {
  const problems = () => [{ field: 'name', message: 'is taken' }];
  const refuse = refuserOf(CreateSpecimenRequestSchema, [{ message: CreateSpecimenRequestSchema, problems }]);

  const refusal = refuse(create(CreateSpecimenRequestSchema, { ...good, email: 'x' }));

  expect(refusal?.details?.errors).toMatchObject([{ field: 'email' }, { field: 'name', message: 'is taken' }]);
});
