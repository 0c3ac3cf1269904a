#!/usr/bin/env node
// Starts the command line with the Node.js that `npm ci` installed: `npx payments` may run with an older one. Plain JavaScript,
// because older versions do not strip types.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeMajor = 26;
const file = fileURLToPath(import.meta.url);
const modules = join(dirname(file), '../../node_modules');

if (Number(process.versions.node.split('.')[0]) >= nodeMajor) {
  const { enableCompileCache } = await import('node:module'); // Node.js 20 has none
  enableCompileCache(join(modules, '.cache/compiled'));
  await import('./main.ts');
} else {
  const bin = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(bin)) runBy(bin);
  else {
    console.error('The pinned Node.js is missing. Run "npm ci" in the folder of the project.');
    process.exitCode = 1;
  }
}

function runBy(bin) {
  const child = spawn(bin, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}
