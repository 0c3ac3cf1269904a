// Runs around every test file: the files of a worker share modules, so what a file leaves running ends here.
import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';
import { killAll } from './launch.ts';

afterAll(() => endFile().finally(killAll));
