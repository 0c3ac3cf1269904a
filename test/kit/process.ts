// Processes under test that end with their test file.
import { afterAll, vi } from 'vitest';
import { killAll } from './launch.ts';

export * from './launch.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // starting processes takes long on a busy machine
afterAll(killAll);
