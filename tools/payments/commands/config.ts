// `config`: which platform the commands work with, and saved platforms.
import { command } from '../command.ts';
import { originOf } from '../connection.ts';
import { CommandFailure, UsageMistake } from '../failures.ts';
import { connect } from '../platform.ts';
import { profilesFile, readProfiles, writeProfiles } from '../profiles.ts';

interface PlatformSettings {
  readonly id: string;
  readonly webhookEndpoint?: string;
}

export const configShow = command({
  name: 'config',
  summary: 'Show the platform that commands work with, and the saved ones',
  details: [
    'Without --profile, it is the platform of PAYMENTS_URL, PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET, or else the sandbox on this machine: ' +
      'PORT, PUBLIC_URL, DATA_DIR and the credentials are read as "npm start" reads them.',
  ],
  examples: ['config', 'config --profile staging'],
  run: async ({ platform: connected, print, host }) => {
    const { connection, environment, get } = await connected();
    const { id, webhookEndpoint } = await get<PlatformSettings>('/config');
    print.fields({
      url: connection.origin,
      source: connection.source,
      environment,
      platform: id.replace('PlatformConfig:', 'Platform:'),
      clientId: connection.clientId,
      webhookEndpoint,
      profiles: [...readProfiles(host).keys()].join(', ') || undefined,
    });
  },
});

export const configSave = command({
  name: 'config save',
  summary: 'Save a platform and its credentials under a name',
  details: [
    'Reads the client secret from PAYMENTS_CLIENT_SECRET or from standard input, and checks the credentials first. The file is readable ' +
      'by its owner only: PAYMENTS_PROFILES, or payments/profiles.json in the folder of settings.',
  ],
  parameters: [{ name: 'name', description: 'for --profile' }],
  options: {
    url: { value: 'URL', description: 'public URL of the installation' },
    'client-id': { value: 'ID', description: 'client id of an API token' },
  },
  examples: ['config save production --url https://payments.example.com --client-id 6f1c… < secret.txt'],
  run: async ({ print, text, host, parameters: [name = ''] }) => {
    const [url, clientId] = [text('url'), text('client-id')];
    if (url === undefined || clientId === undefined) throw new UsageMistake('Pass --url and --client-id.');
    const clientSecret = host.environment.PAYMENTS_CLIENT_SECRET || (await host.input()).trim();
    const profile = { origin: originOf(url), clientId, clientSecret };
    const { environment } = await connect({ ...profile, source: 'the given credentials', isNamed: true });
    writeProfiles(host, readProfiles(host).set(name, profile));
    print.result({ name, url: profile.origin, environment }, () => [`${name} is ${profile.origin} (${environment}).`]);
    print.next(`config --profile ${name}`);
  },
});

export const configRemove = command({
  name: 'config remove',
  summary: 'Remove a saved platform',
  parameters: [{ name: 'name', description: 'of the profile' }],
  examples: ['config remove staging'],
  run: async ({ print, host, parameters: [name = ''] }) => {
    const profiles = readProfiles(host);
    if (!profiles.delete(name)) throw new CommandFailure(`There is no profile "${name}" in ${profilesFile(host)}.`);
    writeProfiles(host, profiles);
    print.result({ name }, () => [`${name} is removed.`]);
  },
});
