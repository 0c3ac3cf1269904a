// Shows the webhooks of the sandbox platform: `npm run listen`, next to `npm start`. It is their endpoint until Ctrl-C.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { versionPrefix } from '../gateway/app.ts';
import { type Config, type Credentials, readConfig } from '../services/kit/process/config.ts';
import { isVerified, readPublicKeys, signatureHeader } from '../services/webhooks/domain/signature.ts';

try {
  await listen(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function listen(config: Config): Promise<void> {
  const platform = platformAt(config);
  const { id: platformId, webhookEndpoint: previous = '' } = await platform.settings();
  const keys = readPublicKeys(await platform.publicKeys());
  const server = createServer((request, response) => void receive({ request, response, platformId, keys }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(Number(process.env.LISTEN_PORT || 8787), '127.0.0.1', resolve);
  });
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  process.stdout.write(`Webhooks of ${config.publicUrl} arrive at ${own} until Ctrl-C.\n`);
  await platform.setEndpoint(own);

  const end = () => {
    server.close();
    server.closeAllConnections();
    // An endpoint that a killed listener left behind need not be restored.
    platform.setEndpoint(previous === own ? '' : previous).catch(complain);
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly platformId: string;
  readonly keys: ReturnType<typeof readPublicKeys>;
}

/** As a receiver should: verifies the raw bytes before parsing, and refuses anything but a signed event of this platform. */
async function receive({ request, response, platformId, keys }: Arrival): Promise<void> {
  const raw = await buffer(request);
  const signature = request.headers[signatureHeader];
  const event = parsed(raw);
  const verdict = verdictOn({
    isSigned: typeof signature === 'string' && isVerified(raw, signature, keys),
    isOwn: event.platformId === platformId,
  });
  process.stdout.write(`${lineOf(event, verdict)}\n`);
  response.writeHead(verdict === 'verified' ? 200 : 401).end();
}

/** One key signs for all platforms of an environment, so an event of another platform has a valid signature too. */
function verdictOn({ isSigned, isOwn }: { isSigned: boolean; isOwn: boolean }): string {
  if (!isSigned) return 'NOT VERIFIED';
  return isOwn ? 'verified' : 'OF ANOTHER PLATFORM';
}

/** Time, type, resource, status, verdict. */
function lineOf({ timestamp, type, data }: Envelope, verdict: string): string {
  const status = data?.status ?? data?.kycStatus ?? data?.kybStatus ?? '-';
  return [timestamp, `${type}`.padEnd(40), data?.id ?? '-', status, verdict].join('  ');
}

interface Envelope {
  readonly platformId?: string;
  readonly timestamp?: string;
  readonly type?: string;
  readonly data?: { readonly id?: string; readonly status?: string; readonly kycStatus?: string; readonly kybStatus?: string };
}

function parsed(raw: Buffer): Envelope {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return {};
  }
}

function platformAt(config: Config) {
  const { clientId, clientSecret } = credentialsOf(config);
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const url = `${config.publicUrl}${versionPrefix}/config`;
  return {
    /** `id`: the platform id in events. */
    async settings(): Promise<{ id: string; webhookEndpoint?: string }> {
      const settings: { id: string; webhookEndpoint?: string } = await (await asked(url, { headers })).json();
      return { ...settings, id: settings.id.replace('PlatformConfig:', 'Platform:') };
    },
    async setEndpoint(webhookEndpoint: string): Promise<void> {
      await asked(url, { method: 'PATCH', headers, body: JSON.stringify({ webhookEndpoint }) });
    },
    async publicKeys(): Promise<string> {
      return (await asked(`${config.publicUrl}/.well-known/webhook-public-key.pem?environment=sandbox`, {})).text();
    },
  };
}

async function asked(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init).catch((cause: unknown) => {
    throw new Error(`There is no platform at ${new URL(url).origin}. Run "npm start" first, or set PUBLIC_URL.`, { cause });
  });
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url} returned ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** The credentials that "npm start" uses. */
function credentialsOf({ sandboxCredentials, dataDir }: Config): Credentials {
  if (sandboxCredentials) return sandboxCredentials;
  const file = join(dataDir, 'sandbox-credentials.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  throw new Error(
    `There are no credentials in ${file}. Run "npm start" first, or set SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET.`,
  );
}

function complain(error: Error): void {
  process.stderr.write(`The previous webhook endpoint could not be restored: ${error.message}\n`);
  process.exitCode = 1;
}
