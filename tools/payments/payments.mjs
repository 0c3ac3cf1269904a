#!/usr/bin/env node
// Starts the command line with the Node.js that `npm ci` installed: `npx payments` may run with an older one. Plain JavaScript,
// because older versions do not strip types.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const nodeMajor = 26;

if (Number(process.versions.node.split('.')[0]) >= nodeMajor) {
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
  await import('./main.ts');
} else {
  const bin = join(import.meta.dirname, '../../node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(bin)) runBy(bin);
  else {
    console.error('The pinned Node.js is missing. Run "npm ci" in the folder of the project.');
    process.exitCode = 1;
  }
}

function runBy(bin) {
  const child = spawn(bin, [import.meta.filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}
