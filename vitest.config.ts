// How the tests run: on a real database, one cluster for the whole run.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    maxWorkers: '100%', // the tests wait for databases and clocks more than they compute
    globalSetup: ['test/kit/global-setup.ts'],
    testTimeout: 15_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } }, // a busy machine is slow, not wrong
  },
});
