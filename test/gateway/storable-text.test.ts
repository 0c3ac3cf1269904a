// Text that the database cannot store is refused by validation, over every protocol and in every field.
import { create, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { expect, test } from 'vitest';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { PlatformService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { SpecimenSchema } from '../../gen/payments/test/v1/specimen_pb.ts';
import { TransactionService } from '../../gen/payments/transfers/v1/transaction_pb.ts';
import { services } from '../../services/all.ts';
import { refusalFrom } from '../../services/kit/messages/fail.ts';
import { mayBeIgnored } from '../../services/kit/messages/field-checks.ts';
import { type FieldError, violationsOf } from '../../services/kit/messages/validate.ts';
import { sharedWorld } from '../kit/shared-world.ts';

const world = await sharedWorld();

const message = 'must not contain U+0000 or an unpaired surrogate';
const broken = ['a\0b', '\ud800'];
const errorsOf = (thrown: unknown) => refusalFrom(thrown)?.details?.errors;

test.each(broken)('%j by RPC is a field error', async (text) => {
  const customers = world.client(CustomerService).listCustomers({ platformCustomerId: text });
  const transactions = world.client(TransactionService).listTransactions({ reference: text });
  const config = world
    .client(PlatformService)
    .updateConfig({ webhookEndpoint: text, updateMask: { paths: ['webhook_endpoint'] } });

  expect(errorsOf(await customers.catch((thrown) => thrown))).toEqual([{ field: 'platformCustomerId', message }]);
  expect(errorsOf(await transactions.catch((thrown) => thrown))).toEqual([{ field: 'reference', message }]);
  expect(errorsOf(await config.catch((thrown) => thrown))).toEqual([{ field: 'webhookEndpoint', message }]);
});

test.each(broken)('%j in a body is a field error', async (text) => {
  const body = { customerType: 'INDIVIDUAL', platformCustomerId: text };

  const { status, body: refusal } = await world.rest('POST', '/customers', { body });

  expect([status, refusal.details.errors[0]]).toEqual([400, { field: 'platformCustomerId', message }]);
});

test('free-form JSON is checked too, including its keys', () => {
  const specimen = create(SpecimenSchema, {
    extra: { notes: ['fine', 'a\0b'], 'k\0': 1 },
    anything: { kind: { case: 'stringValue', value: '\ud800' } },
    counts: { 'c\0': 1n },
  });

  const fields = violationsOf(SpecimenSchema, specimen).filter((error) => error.message === message);

  expect(fields.map(({ field }) => field)).toEqual(['counts.c\0', 'extra.notes.1', 'extra.k\0', 'anything.kind.value']);
});

test('no text field of any request accepts U+0000, internal methods included, unless its method checks it', () => {
  const inputs = services.flatMap(({ serves }) => serves.flatMap(({ desc }) => desc.methods)).map(({ input }) => input);

  const accepted = inputs.flatMap((input) =>
    textsIn(input)
      .filter((path) => !path.some(mayBeIgnored) && !isReported(violationsOf(input, holding(input, path)), path))
      .map((path) => [input.name, ...path.map(({ name }) => name)].join('.')),
  );

  expect(accepted).toEqual([]);
});

const isReported = (errors: readonly FieldError[], path: readonly DescField[]) =>
  errors.some(({ field }) => field.replace(/\.0$/, '').endsWith(path.at(-1)?.jsonName ?? ''));

/** The paths of all text fields, each message type once. */
function textsIn(desc: DescMessage, above: readonly DescMessage[] = []): DescField[][] {
  return desc.fields.flatMap((field) => {
    if (field.scalar === ScalarType.STRING) return [[field]]; // one, or a list of them
    const inner = field.fieldKind === 'map' ? undefined : field.message;
    if (!inner || inner.typeName.startsWith('google.protobuf.') || above.includes(inner)) return [];
    return textsIn(inner, [...above, desc]).map((path) => [field, ...path]);
  });
}

/** A message with U+0000 in the text at this path, and nothing else. */
function holding(desc: DescMessage, [field, ...below]: readonly DescField[]): Message {
  const whole = reflect(desc);
  if (!field) return whole.message;
  const value = field.message ? reflect(field.message, holding(field.message, below)) : 'a\0b';
  if (field.fieldKind === 'list') whole.get(field).add(value);
  else whole.set(field, value);
  return whole.message;
}
