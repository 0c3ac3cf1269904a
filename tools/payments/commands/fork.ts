// `fork`: copies of a sandbox platform, for tests that run in parallel.
import { command } from '../command.ts';
import { UsageMistake } from '../failures.ts';
import { readProfiles, writeProfiles } from '../profiles.ts';

interface Fork {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const fork = command({
  name: 'fork',
  summary: 'Create a platform that begins as a copy of the sandbox platform',
  details: [
    'The fork has the same customers, accounts, payments and cards under the same ids, and credentials of its own. Neither affects the other.',
  ],
  options: { save: { value: 'NAME', description: 'save the credentials, for --profile' } },
  examples: ['fork --save worker-1', 'fork --json'],
  run: async ({ platform: connected, print, text, host }) => {
    const platform = await connected();
    const { id, clientId, clientSecret } = await platform.post<Fork>('/sandbox/fork');
    print.fields({ id, clientId, clientSecret });
    const name = text('save');
    if (name === undefined) return;
    const { origin } = platform.connection;
    writeProfiles(host, readProfiles(host).set(name, { origin, clientId, clientSecret }));
    print.next(`config --profile ${name}`);
  },
});

export const forkDelete = command({
  name: 'fork delete',
  summary: 'Delete the platform, which must be a fork',
  details: ['Removes its data and credentials.'],
  options: { yes: { description: 'required, because nothing can be restored' } },
  examples: ['fork delete --yes --profile worker-1'],
  run: async ({ platform: connected, print, has }) => {
    if (!has('yes')) throw new UsageMistake('This deletes the platform. Pass --yes.');
    const platform = await connected();
    await platform.send({ method: 'DELETE', path: '/sandbox/fork' });
    print.result({ deleted: platform.connection.clientId }, () => ['The fork is deleted.']);
  },
});
