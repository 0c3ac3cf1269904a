// Writes the TypeScript client as a package, from the protos: `npm run client -- --out DIR`.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { services } from '../services/all.ts';
import { writeTransports } from './client/bundle.ts';
import { writeSources } from './client/sources.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) throw new Error('Pass the target folder: npm run client -- --out DIR');
const out = resolve(values.out);
if (existsSync(out) && readdirSync(out).length > 0) throw new Error(`${out} is not empty. Name a new or empty folder.`);

const served = services.flatMap(({ serves }) => serves.map(({ desc }) => desc));
writeSources(served, out);
execFileSync(join(import.meta.dirname, '../node_modules/.bin/tsc'), ['--project', out], { stdio: 'inherit' });
await writeTransports(served, out);
process.stdout.write(`The TypeScript client is in ${out}. To use it: npm install ${out}\n`);
