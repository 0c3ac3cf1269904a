// The options of Node.js with which `npm start` runs the platform.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  scripts: { start: string };
};

export const startOptions: readonly string[] = [...new Set(scripts.start.match(/--\S+/g))];
