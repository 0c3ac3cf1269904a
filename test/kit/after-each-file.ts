// Runs around every test file: the files of a worker share modules, so what a file leaves running ends here.
import { afterAll } from 'vitest';
import { killAll } from './launch.ts';

afterAll(killAll);
