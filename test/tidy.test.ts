// What a machine can check of the house style: who may import whom, how long things are, which words we do not use.
import { expect, test } from 'vitest';
import { exportsOf, functionsOf, importsOf, linesOf, sourceFiles, textOf, withoutComments } from './kit/sources.ts';

const files = sourceFiles('.ts');
const isTest = (name: string) => name.startsWith('test/') || name === 'vitest.config.ts';
const code = files.filter((name) => !isTest(name));
const tests = files.filter(isTest);
const protos = sourceFiles('.proto');

test('every import goes the one allowed way', () => {
  const wrong = code.flatMap((file) => importsOf(file).flatMap((target) => complaint(file, target)));

  expect(wrong).toEqual([]);
});

// The shares are those that were reached: they may grow, and not shrink. A message cannot move to another proto, so protos keep theirs.
test.each([
  { kind: 'files of code', of: code, share: 0.96 },
  { kind: 'files of tests', of: tests, share: 0.9 },
  { kind: 'protos', of: protos, share: 0.7 },
  { kind: 'files', of: [...files, ...protos], share: 0.92 },
])('of all $kind $share have fewer than 150 lines, and none more than 300', ({ of, share }) => {
  const lengths = of.map((file) => ({ file, lines: linesOf(file) }));

  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
  expect(shareOf(lengths, ({ lines }) => lines < 150)).toBeGreaterThanOrEqual(share);
});

// Each folder imports from those before it, and no folder from one behind it.
test.each([
  { folder: 'services/transfers/domain', order: ['shared', 'rates', 'uma', 'quote', 'payment', 'deposit'] },
  { folder: 'services/transfers/steps', order: ['shared', 'rates', 'lookup', 'quote', 'deposit', 'payment', 'uma'] },
])('the folders of $folder have one direction', ({ folder, order }) => {
  const placeOf = (file: string) => order.indexOf(file.slice(folder.length + 1).split('/')[0] ?? '');
  const inside = files.filter((file) => file.startsWith(`${folder}/`));
  const backward = inside.flatMap((file) => {
    const targets = importsOf(file).filter((target) => target.startsWith(`${folder}/`));
    return targets.filter((target) => placeOf(target) > placeOf(file)).map((target) => `${file} imports ${target}`);
  });

  expect(inside.filter((file) => placeOf(file) < 0)).toEqual([]);
  expect(backward).toEqual([]);
});

test.each([
  { kind: 'code', of: code },
  { kind: 'tests', of: tests },
])('of all functions of $kind 0.98 have 30 lines or fewer, and none more than 60', ({ of }) => {
  const functions = of.flatMap(functionsOf);

  expect(functions.filter(({ lines }) => lines > 60)).toEqual([]);
  expect(shareOf(functions, ({ lines }) => lines <= 30)).toBeGreaterThanOrEqual(0.98);
});

test('every file says in its first line what it is for', () => {
  const silent = files.filter((file) => !/^(#!.*\n)?(\/\/ \S|\/\*\*)/.test(textOf(file)));

  expect(silent).toEqual([]);
});

test('names avoid the words that say nothing', () => {
  const names = code.flatMap((file) => exportsOf(file).map((name) => `${file}: ${name}`));

  // Words of the contract and of WebAuthn stay as they are: `accountInfo`, `clientData`.
  expect(
    names.filter(
      (name) =>
        !/(AccountInfo|BusinessInfo|WalletInfo|ClientData|AuthenticatorData)$/.test(name) &&
        /(Manager|Helper|Util|Utils|Base|Data|Info)$/.test(name),
    ),
  ).toEqual([]);
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|misc|common)(\/|\.ts$)|(^|\/)index\.ts$/.test(file))).toEqual([]);
});

test('the wall clock and randomness are read in one place each', () => {
  const reads = (pattern: RegExp) => code.filter((file) => pattern.test(withoutComments(file)));

  expect(
    reads(/\bDate\.now\(|\bnew Date\(\)/).filter((file) => !file.startsWith('bench/') && !file.startsWith('tools/')),
  ).toEqual(['services/kit/clock.ts']);
  expect(reads(/\bMath\.random\(/)).toEqual([]);
});

test('every service has a door and a README of 20 lines or fewer', () => {
  for (const name of serviceNames()) {
    expect(files, name).toContain(`services/${name}/service.ts`);
    expect(textOf(`services/${name}/README.md`).trimEnd().split('\n').length, name).toBeLessThanOrEqual(20);
  }
});

/** Why an import is not allowed; empty when it is. */
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

const isStorage = (target: string) => /^(@mikro-orm\/|kysely$|pg$)/.test(target) || target === 'services/kit/database.ts';

function shareOf<T>(all: readonly T[], holds: (one: T) => boolean): number {
  return all.filter(holds).length / all.length;
}

function serviceNames(): string[] {
  const names = files.map((file) => /^services\/([^/]+)\//.exec(file)?.[1]).filter((name) => name && name !== 'kit');
  return [...new Set(names)].map(String);
}
