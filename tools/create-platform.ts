// Creates a platform and prints the credentials of its first token, which are never shown again.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { PlatformDirectoryService } from '../gen/payments/platform/v1/platform_pb.ts';
import { services } from '../services/all.ts';
import { callAs } from '../services/kit/calls/authenticator.ts';
import { clientOf } from '../services/kit/calls/clients.ts';
import { wall } from '../services/kit/core/clock.ts';
import { idsFrom } from '../services/kit/core/ids.ts';
import { run } from '../services/kit/process/run.ts';
import { start } from '../services/kit/process/start.ts';

const { values } = parseArgs({
  options: {
    environment: { type: 'string', default: 'production' },
    regulated: { type: 'boolean', default: false },
    currencies: { type: 'string', default: '' },
  },
});

/** Uses the settings of the installation, and free ports. */
await run(async (config, log) => {
  const environment = values.environment === 'sandbox' ? 'sandbox' : 'production';
  const started = await start({ doors: services, config: { ...config, grpcPort: 0 }, log });
  const credentials = { clientId: randomBytes(16).toString('hex'), clientSecret: randomBytes(24).toString('hex') };
  const call = callAs('operator', 'create-platform');
  const caller = { ...call.caller, platformId: idsFrom(wall).next(), environment } as const;
  try {
    await clientOf(
      PlatformDirectoryService,
      started.dispatch,
    )({ ...call, caller }).ensurePlatform({
      isRegulatedFinancialInstitution: values.regulated,
      currencies: values.currencies.split(',').filter(Boolean),
      ...credentials,
    });
  } finally {
    await started.stop();
  }
  process.stdout.write(
    `platform       ${caller.platformId} (${environment})\nclient id      ${credentials.clientId}\nclient secret  ${credentials.clientSecret}\n`,
  );
  process.exit(0);
});
