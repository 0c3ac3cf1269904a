// All checks before a commit in one command: types, style, protos, generated documents, tests.
// The last line counts them: `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'payments-check-'));
const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;

const checks: [name: string, check: () => boolean][] = [
  ['types', () => run('tsc')],
  ['lint', () => run('oxlint', '--quiet')],
  ['format', () => run('biome', 'check', '--diagnostic-level=error')],
  ['protos: lint', () => run('buf', 'lint')],
  ['protos: format', () => run('buf', 'format', 'proto', '--diff', '--exit-code')],
  ['protos: no breaking change since the last commit', isCompatible],
  ['generated documents are fresh', () => run('node', 'tools/write-docs.ts', '--check')],
];

const totals = { passed: 0, failed: 0, skipped: 0 };
for (const [name, check] of checks) {
  const holds = check();
  console.log(`${holds ? '✓' : '✗'} ${name}`);
  totals[holds ? 'passed' : 'failed']++;
}
for (const args of vitestRuns()) runTests(args);
rmSync(scratch, { recursive: true, force: true });
const skipped = totals.skipped ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exitCode = totals.failed ? 1 : 0;

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
}

/**
 * The arguments of each run of vitest: those of `npm test -- …`, or all tests. The form with several processes comes last, because these take
 * CPU even while they wait.
 */
function vitestRuns(): string[][] {
  const given = process.argv.slice(2);
  return given.length > 0 ? [given] : [['--project=one'], ['--project=several']];
}

function runTests(args: readonly string[]): void {
  const report = join(scratch, 'tests.json');
  rmSync(report, { force: true });
  const passes = run('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args);
  if (!existsSync(report)) {
    totals.failed++;
    return;
  }
  const counts = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  totals.passed += counts.numPassedTests;
  totals.failed += counts.numFailedTests || Number(!passes);
  totals.skipped += counts.numPendingTests;
}

/** Compares the protos with those of the last commit; in a clean checkout, with the commit before it. */
function isCompatible(): boolean {
  const isClean = spawnSync('git', ['diff', '--quiet', 'HEAD', '--', 'proto'], { cwd: root }).status === 0;
  const base = isClean ? 'HEAD~1' : 'HEAD';
  const archive = spawnSync('git', ['archive', base, 'proto', 'buf.yaml'], { cwd: root, maxBuffer: 1 << 28 });
  if (archive.status !== 0) return true; // without git or an earlier commit nothing can break
  const before = join(scratch, 'before');
  spawnSync('mkdir', ['-p', before]);
  spawnSync('tar', ['-x', '-C', before], { input: archive.stdout });
  spawnSync('cp', ['-r', join(root, 'third_party'), before]);
  spawnSync('mkdir', ['-p', join(before, 'test/protos')]);
  const image = join(scratch, 'before.binpb');
  return run('buf', 'build', join(before, 'proto'), '-o', image) && run('buf', 'breaking', 'proto', '--against', image);
}

function run(command: string, ...args: string[]): boolean {
  const options = { cwd: root, stdio: 'inherit' as const, env: { ...process.env, PATH: path } };
  return spawnSync(command, args, options).status === 0;
}
