// The machine-checkable part of the house style: lengths, names and phrases.
import { expect, test } from 'vitest';
import { exportsOf, functionsOf, isTest, linesOf, sourceFiles, textOf, withoutComments } from './kit/sources.ts';

const files = sourceFiles('.ts');
const code = files.filter((name) => !isTest(name));
const tests = files.filter(isTest);
const protos = sourceFiles('.proto');

// The shares are those reached so far: they may grow, but not shrink. A message cannot move to another proto, so protos keep theirs.
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

test.each([
  { kind: 'code', of: code },
  { kind: 'tests', of: tests },
])('of all functions of $kind 0.98 have 30 lines or fewer, and none more than 60', { timeout: 60_000 }, ({ of }) => {
  const functions = of.flatMap(functionsOf);

  expect(functions.filter(({ lines }) => lines > 60)).toEqual([]);
  expect(shareOf(functions, ({ lines }) => lines <= 30)).toBeGreaterThanOrEqual(0.98);
});

test('every file describes its purpose in its first line', () => {
  const silent = files.filter((file) => !/^(#!.*\n)?(\/\/ \S|\/\*\*)/.test(textOf(file)));

  expect(silent).toEqual([]);
});

test('names avoid meaningless words', () => {
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

test('texts use the words of the glossary', () => {
  const translated =
    /\b(?:for ever|look-ups?|approval calls?|log-ins?|whoever|somebody|anew|side by side|with commas between|(?:is|are|was|were) told)\b/i;
  const explained = ['docs/style.md', 'test/tidy.test.ts'];
  const texts = [...files, ...protos, ...sourceFiles('.md')].filter((file) => !explained.includes(file));
  const lines = texts.flatMap((file) =>
    textOf(file)
      .split('\n')
      .map((line, index) => `${file}:${index + 1}: ${line.trim()}`),
  );

  expect(lines.filter((line) => translated.test(line))).toEqual([]);
});

test('the wall clock and randomness are read in one place each', () => {
  const reads = (pattern: RegExp) => code.filter((file) => pattern.test(withoutComments(file)));

  expect(
    reads(/\bDate\.now\(|\bnew Date\(\)/).filter((file) => !file.startsWith('bench/') && !file.startsWith('tools/')),
  ).toEqual(['services/kit/core/clock.ts']);
  expect(reads(/\bMath\.random\(/)).toEqual([]);
});

test('every service has a service.ts and a README of at most 20 lines', () => {
  for (const name of serviceNames()) {
    expect(files, name).toContain(`services/${name}/service.ts`);
    expect(textOf(`services/${name}/README.md`).trimEnd().split('\n').length, name).toBeLessThanOrEqual(20);
  }
});

function shareOf<T>(all: readonly T[], holds: (one: T) => boolean): number {
  return all.filter(holds).length / all.length;
}

function serviceNames(): string[] {
  const names = files.map((file) => /^services\/([^/]+)\//.exec(file)?.[1]).filter((name) => name && name !== 'kit');
  return [...new Set(names)].map(String);
}
