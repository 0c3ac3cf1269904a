// Decides about a customer who waits for it: what a person has made of a submission, where no provider is connected.
import { parseArgs } from 'node:util';
import { VerificationDirectoryService, VerificationStatus } from '../gen/payments/customers/v1/verification_pb.ts';
import { services } from '../services/all.ts';
import { callAs } from '../services/kit/authenticator.ts';
import { clientOf } from '../services/kit/clients.ts';
import { run } from '../services/kit/run.ts';
import { start } from '../services/kit/start.ts';

const { values } = parseArgs({
  options: {
    platform: { type: 'string', default: '' },
    verification: { type: 'string', default: '' },
    status: { type: 'string', default: '' },
  },
});

const statuses = new Map([
  ['APPROVED', VerificationStatus.APPROVED],
  ['REJECTED', VerificationStatus.REJECTED],
  ['RESOLVE_ERRORS', VerificationStatus.RESOLVE_ERRORS],
]);

/** Uses the settings of the platform that it decides in, and ports of its own. */
await run(async (config, log) => {
  const verificationStatus = statuses.get(values.status);
  if (!values.platform || !values.verification || verificationStatus === undefined)
    throw new Error('Tell --platform <uuid>, --verification <id> and --status APPROVED, REJECTED or RESOLVE_ERRORS.');
  const started = await start({ doors: services, config: { ...config, grpcPort: 0 }, log });
  const call = callAs('operator', 'decide-verification');
  const caller = { ...call.caller, platformId: values.platform, environment: config.mode } as const;
  try {
    const directory = clientOf(VerificationDirectoryService, started.dispatch)({ ...call, caller });
    await directory.decideVerification({ verificationId: values.verification, verificationStatus, errors: [] });
  } finally {
    await started.stop();
  }
  process.stdout.write(`${values.verification} is ${values.status}\n`);
  process.exit(0);
});
