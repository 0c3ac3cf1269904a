// Writes all protos of the platform with their imports, and buf templates for clients: `npm run protos -- --out DIR`.
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) throw new Error('Pass the target folder: npm run protos -- --out DIR');
const out = resolve(values.out);
if (existsSync(out) && readdirSync(out).length > 0) throw new Error(`${out} is not empty. Name a new or empty folder.`);

mkdirSync(out, { recursive: true });
const folders = ['proto', 'third_party/google', 'third_party/buf'];
for (const folder of folders)
  cpSync(join(root, folder), join(out, 'proto', folder === 'proto' ? '' : folder.slice('third_party/'.length)), {
    recursive: true,
  });
cpSync(join(root, 'tools/buf-templates'), out, { recursive: true });

process.stdout.write(`The protos are in ${out}/proto. To generate clients, run in ${out}:

  buf generate --template buf.gen.go.yaml          # protoc-gen-go, protoc-gen-go-grpc
  buf generate --template buf.gen.python.yaml      # protoc, grpc_python_plugin
  buf generate --template buf.gen.typescript.yaml  # protoc-gen-es
`);
