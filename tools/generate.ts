// Generates files that are not committed: third_party/ from npm packages, and gen/ from the protos. Does nothing if both are fresh.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'gen', '.hash');
const { resolve } = createRequire(import.meta.url);

/** The source of each third-party file: [package, path in it, path under third_party]. */
const shipped = [
  ['protobufjs', 'google/api/annotations.proto', 'google/api/annotations.proto'],
  ['protobufjs', 'google/api/http.proto', 'google/api/http.proto'],
  ['grpc-health-check', 'proto/health/v1/health.proto', 'grpc/health/v1/health.proto'],
] as const;

if (freshness() !== (existsSync(stamp) && readFileSync(stamp, 'utf8'))) await generate();

async function generate() {
  await vendor();
  const buf = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'buf.cmd' : 'buf');
  const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
  execFileSync(buf, ['generate'], { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path } });
  writeFileSync(stamp, freshness());
}

/** Loads its libraries here, because most runs find everything fresh. */
async function vendor() {
  const { file_buf_validate_validate } = await import('@bufbuild/protovalidate/gen/buf/validate/validate_pb.js');
  const { printFile } = await import('./print-proto.ts');
  const out = join(root, 'third_party');
  rmSync(out, { recursive: true, force: true });
  for (const [name, from, to] of shipped) {
    mkdirSync(dirname(join(out, to)), { recursive: true });
    cpSync(join(packageFolder(name), from), join(out, to));
  }
  mkdirSync(join(out, 'buf/validate'), { recursive: true });
  writeFileSync(join(out, 'buf/validate/validate.proto'), printFile(file_buf_validate_validate.proto));
}

function packageFolder(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')));
  return found ?? dirname(resolve(`${name}/package.json`));
}

/** A digest of all inputs of gen/. */
function freshness(): string {
  const tools = ['buf.gen.yaml', 'package-lock.json', 'tools/print-proto.ts', 'tools/protoc-gen-comments.ts'];
  const files = [...protosIn('proto'), ...protosIn('test/protos'), ...tools];
  const hash = createHash('sha256');
  for (const name of files) hash.update(name).update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

function protosIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.proto'))
    .map((name) => join(folder, name))
    .sort();
}
