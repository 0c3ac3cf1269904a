// Runs around every test file: modules are shared by the files of a worker, so what a file leaves running is ended here.
import { afterAll } from 'vitest';
import { killAll } from './launch.ts';

afterAll(killAll);
