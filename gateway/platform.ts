// The whole platform: every service without an address in another process, gRPC, and REST.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { services } from '../services/all.ts';
import type { Log } from '../services/kit/core/log.ts';
import { urlHost } from '../services/kit/core/url-host.ts';
import type { Config, Credentials } from '../services/kit/process/config.ts';
import type { Databases } from '../services/kit/process/databases.ts';
import { drain } from '../services/kit/process/drain.ts';
import { type Started, start } from '../services/kit/process/start.ts';
import { isLoopback } from '../web/developers/loopback.ts';
import { buildApp } from './app.ts';
import { ensureSandboxPlatform, keepAddress } from './sandbox-platform.ts';
import { versionPrefix } from './version.ts';

export interface PlatformOptions {
  readonly config: Config;
  readonly log: Log;
  readonly databases: Databases;
}

export interface StartedPlatform extends Started {
  /** For the person who starts it. */
  readonly summary: string;
}

/** Closes the databases if it fails. */
export async function startPlatform({ config, log, databases }: PlatformOptions): Promise<StartedPlatform> {
  const started = await start({ doors: services, config, log, databases });
  try {
    const created = config.mode === 'sandbox' ? ensureSandboxPlatform(started.dispatch, config) : undefined;
    const [app, credentials] = await Promise.all([buildGateway({ started, config, log, created }), created]);
    started.beforeStop(() => drain(app));
    await app.listen({ host: config.host, port: config.port });
    const origin = originOf(app, config);
    if (config.mode === 'sandbox') keepAddress(config, origin);
    return { ...started, summary: summaryOf({ origin, started, config, credentials }) };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

interface GatewayParts {
  readonly started: Started;
  readonly config: Config;
  readonly log: Log;
  /** Credentials of the sandbox. */
  readonly created: Promise<Credentials> | undefined;
}

function buildGateway({ started, config, log, created }: GatewayParts): Promise<FastifyInstance> {
  const { dispatch, authenticator, problem, metrics, noteCall, limit, certificate } = started;
  const descs = services.flatMap(({ serves }) => serves.map(({ desc }) => desc));
  return buildApp({
    services: descs,
    checks: services.flatMap(({ checks }) => checks ?? []),
    dispatch,
    authenticator,
    mode: config.mode,
    publicUrl: config.publicUrl,
    problem,
    ...(config.mode === 'sandbox' && { metrics }),
    noteCall,
    openApi: async () => (await import('./openapi/document.ts')).openApiDocument(descs), // not part of the start, because it takes time
    developers: {
      rpcAddress: addressOf(started),
      credentials: async () => (isPrivate(config) ? created : undefined),
      hasExplorer: config.hasApiExplorer,
      console: config.console,
    },
    hasMcp: config.hasMcp,
    hasRequestLog: config.hasRequestLog,
    log,
    connected: config.serviceUrls,
    proxies: config.trustedProxies,
    ...(limit && { limit }),
    ...(certificate && { certificate }),
  });
}

/** Only the owner of the machine can visit it. */
const isPrivate = ({ host, publicUrl }: Config) => isLoopback(host) && isLoopback(new URL(publicUrl).hostname);

const addressOf = ({ rpcAddress }: Started) => new URL(rpcAddress).host;

function originOf(app: FastifyInstance, { host, tls }: Config): string {
  const { port } = app.server.address() as AddressInfo;
  return `${tls.files ? 'https' : 'http'}://${urlHost(host)}:${port}`;
}

interface Summary {
  /** Where REST listens. */
  readonly origin: string;
  readonly started: Started;
  readonly config: Config;
  readonly credentials: Credentials | undefined;
}

function summaryOf({ origin, started, config, credentials }: Summary): string {
  const lines = [
    `The payments platform is ready (${config.mode}).`,
    '',
    `  REST           ${origin}${versionPrefix}`,
    `  Connect        ${origin}`,
    `  OpenAPI        ${origin}/openapi.json`,
    `  documentation  ${origin}`,
    `  gRPC           ${addressOf(started)}`,
    ...(started.metricsAddress === undefined ? [] : [`  metrics        ${started.metricsAddress}/metrics`]),
    `  database       ${config.databaseUrl === undefined ? `embedded, in ${config.dataDir}` : 'DATABASE_URL'}`,
  ];
  if (!credentials) return `${lines.join('\n')}\n`;
  const { clientId, clientSecret } = credentials;
  const shown = [`  client id      ${clientId}`, `  client secret  ${clientSecret}`, '', 'Try:', ''];
  return `${[...lines, ...shown].join('\n')}\n  curl -u ${clientId}:${clientSecret} ${origin}${versionPrefix}/config\n\n`;
}
