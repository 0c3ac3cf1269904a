// `ops init`: the first credential of an installation, by a token that only holders of the master key can sign.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { OperatorDirectoryService } from '../../../../gen/payments/auth/v1/operator_pb.ts';
import { callerTokens } from '../../../../services/kit/calls/caller-token.ts';
import { anonymous, asService } from '../../../../services/kit/core/caller.ts';
import { wall } from '../../../../services/kit/core/clock.ts';
import { type Config, readSettings } from '../../../../services/kit/process/config.ts';
import { masterKeys } from '../../../../services/kit/storage/master-key.ts';
import { openSecrets } from '../../../../services/kit/storage/secrets.ts';
import { command } from '../../command.ts';
import { CommandFailure } from '../../failures.ts';
import type { Host } from '../../host.ts';
import { doorOf, writeAccess } from '../access.ts';
import { explained, transportTo } from '../door.ts';

export const init = command({
  name: 'ops init',
  summary: 'Create the first credential of an operator, with all scopes',
  details: [
    'Run it on the machine of the platform, with its settings: it signs one call with a key that is derived from MASTER_KEY, or with ' +
      'CALLER_KEYS. The credential is written to OPS_CREDENTIAL, or to operator.json in DATA_DIR, readable by its owner only.',
    'It is refused while another credential with the scope ADMINISTER is valid. If that one is lost, --replace revokes all of them.',
  ],
  options: {
    name: { value: 'NAME', description: 'of the operator, for the log; the user of this machine if absent' },
    'expires-in-days': { value: 'DAYS', description: 'up to 366; 90 if absent' },
    replace: { description: 'revoke all other credentials' },
  },
  examples: ['ops init --name ada', 'ops init --replace'],
  run: async ({ text, has, host, print }) => {
    const url = doorOf(host);
    const directory = createClient(OperatorDirectoryService, transportTo(url, { authorization: await ownToken(configOf(host)) }));
    const { operator, token } = await explained(url, () =>
      directory.initializeOperators({
        name: text('name') ?? host.environment.USER ?? 'operator',
        expiresInDays: Number(text('expires-in-days') ?? 90),
        replace: has('replace'),
      }),
    );
    const file = writeAccess(host, { url, token });
    print.fields({ operator: operator?.id, name: operator?.name, file });
    print.next('ops platforms list');
  },
});

function configOf({ environment }: Host): Config {
  const config = readSettings(environment);
  if (config.mistakes.length > 0) throw new CommandFailure(config.mistakes.join('\n'));
  return config;
}

/** The token of a service, as the processes of the installation send it. */
async function ownToken(config: Config): Promise<string> {
  const { masterKey, masterKeyFile, callerKeys, dataDir } = config;
  if (!callerKeys && !masterKey && !masterKeyFile && !existsSync(join(dataDir, 'master.key')))
    throw new CommandFailure(`There is no master.key in ${dataDir}. Set MASTER_KEY or DATA_DIR to those of the platform.`);
  const keys = callerKeys ?? openSecrets(await masterKeys(config)).keysFor('caller tokens');
  return `Bearer ${await callerTokens({ keys, audiences: [], wall }).mint(asService('operator', anonymous), 'auth')}`;
}
