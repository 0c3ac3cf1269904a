// How the tests run: on a real database, one cluster for the whole run. What a client of the platform would notice is tested in two forms:
// services in the test's own process, and two platforms in several processes on one database.
import { defineConfig } from 'vitest/config';
import { patienceMs, testPatienceMs } from './test/kit/patience.ts';

const inSeveralProcesses = {
  include: ['test/contract/**/*.test.ts', 'test/flows/main-job.test.ts'],
  globalSetup: ['test/kit/outside.ts'],
};

export default defineConfig({
  test: {
    isolate: false, // modules are loaded once per worker; a test file that changes globals restores them
    maxWorkers: '100%', // the tests wait for databases and clocks more than they compute
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/after-each-file.ts'],
    testTimeout: testPatienceMs, // a busy machine is slow, not wrong
    hookTimeout: testPatienceMs,
    expect: { poll: { timeout: patienceMs } },
    projects: [
      { extends: true, test: { name: 'one', include: ['test/**/*.test.ts'] } },
      { extends: true, test: { name: 'several', ...inSeveralProcesses } },
    ],
  },
});
