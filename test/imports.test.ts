// Which files may import which.
import { expect, test } from 'vitest';
import { circlesIn } from './kit/circles.ts';
import { importsOf, isTest, namesImportedBy, sourceFiles, textOf } from './kit/sources.ts';

const files = sourceFiles('.ts');
const code = files.filter((name) => !isTest(name));

test('every import follows the allowed direction', () => {
  const wrong = code.flatMap((file) => importsOf(file).flatMap((target) => complaint(file, target)));

  expect(wrong).toEqual([]);
});

// Type imports count: a type that two files share has its own file.
test('no imports form a circle', () => {
  const circles = circlesIn(new Map(files.map((file) => [file, importsOf(file)])));

  expect(circles.map((circle) => circle.join(' -> '))).toEqual([]);
});

test('a circle is found even behind files outside of it', () => {
  const graph = { 'start.ts': ['left.ts', 'leaf.ts'], 'left.ts': ['leaf.ts', 'right.ts'], 'right.ts': ['left.ts'] };

  expect(circlesIn(new Map(Object.entries(graph)))).toEqual([['left.ts', 'right.ts', 'left.ts']]);
});

// Each folder imports only from those before it.
test.each([
  { folder: 'services/kit', order: ['core', 'messages', 'storage', 'background', 'calls', 'service', 'rpc', 'process'] },
  { folder: 'services/transfers/domain', order: ['shared', 'rates', 'uma', 'quote', 'payment', 'incoming', 'record'] },
  {
    folder: 'services/transfers/steps',
    order: ['shared', 'rates', 'lookup', 'quote', 'deposit', 'payment', 'transfer-in', 'uma', 'agents'],
  },
])('the folders of $folder have one direction', ({ folder, order }) => {
  const placeOf = (file: string) => order.indexOf(file.slice(folder.length + 1).split('/')[0] ?? '');
  const inside = code.filter((file) => file.startsWith(`${folder}/`));
  const backward = inside.flatMap((file) => {
    const targets = importsOf(file).filter((target) => target.startsWith(`${folder}/`));
    return targets.filter((target) => placeOf(target) > placeOf(file)).map((target) => `${file} imports ${target}`);
  });

  expect(inside.filter((file) => placeOf(file) < 0)).toEqual([]);
  expect(backward).toEqual([]);
});

test('each file of the kit has enough users', () => {
  const kit = code.filter((file) => file.startsWith('services/kit/'));
  const users = new Map(kit.map((file) => [file, new Set<string>()]));
  for (const file of code) for (const target of importsOf(file)) users.get(target)?.add(userOf(file));
  const isUsed = (file: string) => users.get(file)?.has('kit') || (users.get(file)?.size ?? 0) >= (sharedByTwo.has(file) ? 2 : 3);

  expect(kit.filter((file) => !isUsed(file))).toEqual([]);
});

/** Code moves to the kit with its third user. These have two that must not diverge. */
const sharedByTwo = new Set([
  'services/kit/storage/keyset.ts',
  'services/kit/calls/outbound.ts',
  'services/kit/core/base58check.ts',
  'services/kit/core/sandbox-suffix.ts',
  'services/kit/messages/large-file.ts',
  'services/kit/messages/personal-record.ts',
  'services/kit/messages/request-body.ts',
  'services/kit/messages/update-mask.ts',
  'services/kit/messages/web-address.ts',
]);

// docs/decisions/0015-contract-messages-in-the-domain.md has the reasons.
test('the domain has its own types, except for the listed contract messages', () => {
  const used = code.filter((file) => /^services\/\w+\/domain\//.test(file)).flatMap(contractTypesOf);

  expect(used.filter(({ isType, record }) => !isType || !records.has(record)).map(({ at }) => at)).toEqual([]);
  expect([...records.keys()].filter((record) => used.every((one) => one.record !== record))).toEqual([]);
});

/** By service and message: what the domain stores, compares or passes on unchanged, where a copy would repeat each field. */
const records = new Map([
  ['accounts ExternalAccountInfo', 'the coordinates of an external account: 47 kinds with 215 fields'],
  ['accounts PaymentAccountInfo', 'the coordinates that payers send money to: 49 kinds with 201 fields'],
  ['customers BeneficialOwnerPersonalInfo', 'what a business says of an owner: 11 fields'],
  ['customers Business', 'the profile of a business: 25 fields'],
  ['customers EndUserTermsConsent', 'the consent to the end-user terms, kept as evidence'],
  ['customers Individual', 'the profile of an individual: 19 fields'],
  ['platform PlatformConfig', 'the settings of a platform: 23 fields'],
  ['transfers ExternalAccountInfo', 'the coordinates that a payout is given to its rail with'],
]);

/** Contract imports of a file, and imports that create, copy or read messages. Enums are constants, and errors are refusals. */
function contractTypesOf(file: string): { at: string; record: string; isType: boolean }[] {
  const [, service = ''] = file.split('/');
  return namesImportedBy(file)
    .filter(({ target, name, isType }) => isMore(target, name) || (target === '@bufbuild/protobuf' && !isType))
    .map(({ name, isType }) => ({ at: `${file}: ${name}`, record: `${service} ${name}`, isType }));
}

/** Whether it is part of the contract, and neither an enum nor an error. */
function isMore(target: string, name: string): boolean {
  if (!target.startsWith('gen/') || target.endsWith('/error_pb.ts')) return false;
  return !textOf(target).includes(`export const ${name}Schema: GenEnum<`);
}

/** The users of a kit file: the kit itself, a service, or a top-level folder. */
function userOf(file: string): string {
  const [top = '', service = ''] = file.split('/');
  return top === 'services' ? service : top;
}

/** Why an import is not allowed; empty if it is. */
function complaint(file: string, target: string): string[] {
  const because = (reason: string) => [`${file} imports ${target}: ${reason}`];
  const [, service = ''] = /^services\/([^/]+)\//.exec(file) ?? [];
  const [, other = ''] = /^services\/([^/]+)\//.exec(target) ?? [];
  const isOwn = service === other;
  const layer = file.split('/')[2] ?? '';

  if (target.startsWith('test/')) return because('production code knows no tests');
  if (service === 'kit' && other && !isOwn) return because('the kit knows no service');
  if (service && /^(gateway|web)\//.test(target)) return because('services do not know the gateway or its pages');
  if (file.startsWith('web/') && (target.startsWith('gateway/') || (other && other !== 'kit')))
    return because('pages know neither the gateway nor a service');
  if (service && service !== 'kit' && other && !isOwn && other !== 'kit')
    return because('another service is reached by RPC only');
  if (file.startsWith('gateway/') && other && other !== 'kit') return because('the gateway knows no service');
  if (layer === 'domain' && isStorage(target)) return because('the domain is pure');
  if (layer === 'domain' && isOwn && !target.includes('/domain/')) return because('the domain imports nothing but the domain');
  if (['methods', 'steps', 'jobs'].includes(layer) && isStorage(target)) return because('only the store knows the database');
  return [];
}

const isStorage = (target: string) => /^(@mikro-orm\/|kysely$|pg$)/.test(target) || target === 'services/kit/storage/database.ts';
