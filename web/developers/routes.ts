// The routes of the pages for developers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Environment } from '../../services/kit/core/caller.ts';
import type { ConsoleKind } from '../../services/kit/process/config-values.ts';
import { type ConsoleOptions, registerConsole } from '../console/routes.ts';
import { sendPage } from '../hosted/send-page.ts';
import { explorerPage, explorerPath, explorerPolicy, explorerScript, explorerScriptPath } from './explorer-page.ts';
import { guides, guidesPath } from './guides.ts';
import { landingPage } from './landing-page.ts';
import { developersStylePath } from './layout.ts';
import { llmsText } from './llms.ts';
import { isLoopback } from './loopback.ts';
import { packageVersion } from './package-root.ts';

export interface DevelopersOptions {
  readonly mode: Environment;
  /** Path of the contract's version. */
  readonly prefix: string;
  /** Public URL of the installation. */
  readonly publicUrl: string;
  /** Host and port of gRPC. */
  readonly rpcAddress: string;
  /** Credentials of the sandbox, if it listens on loopback. */
  readonly credentials: () => Promise<{ readonly clientId: string; readonly clientSecret: string } | undefined>;
  readonly hasExplorer: boolean;
  /** Who signs in to it. */
  readonly console: ConsoleKind;
}

type Get = (url: string, handler: RouteHandlerMethod) => void;

/** `get` registers a read-only route. */
export function registerDeveloperPages(get: Get, options: DevelopersOptions): void {
  const style = readFileSync(join(import.meta.dirname, 'developers.css'), 'utf8');
  get(developersStylePath, async (_, reply) => cached(reply, 3600).type('text/css; charset=utf-8').send(style));
  registerLanding(get, options);
  registerGuides(get, options);
  if (options.hasExplorer) registerExplorer(get, options);
  if (options.console !== 'off') registerConsole(get, consoleOf(options, options.console));
}

function consoleOf(options: DevelopersOptions, visitor: ConsoleOptions['visitor']): ConsoleOptions {
  const credentialsFor: ConsoleOptions['credentialsFor'] = (request) => shownTo(request, options);
  return { prefix: options.prefix, visitor, credentialsFor };
}

/** Programs get the refusal of an unknown path. */
function registerLanding(get: Get, options: DevelopersOptions): void {
  const version = packageVersion();
  get('/', async (request, reply) => {
    reply.header('vary', 'accept');
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    const credentials = await shownTo(request, options);
    const page = landingPage({ ...options, version, origin: originOf(request, options), credentials });
    return sendPage(reply, 200, page);
  });
}

function registerExplorer(get: Get, options: DevelopersOptions): void {
  get(explorerPath, async (request, reply) => {
    const page = explorerPage(await shownTo(request, options));
    return sendPage(reply, 200, page, { policy: explorerPolicy });
  });
  let script: Promise<Buffer> | undefined; // shared by all readers
  get(explorerScriptPath, async (_, reply) => {
    script ??= explorerScript();
    return cached(reply, 3600)
      .type('text/javascript; charset=utf-8')
      .send(await script);
  });
}

function registerGuides(get: Get, options: DevelopersOptions): void {
  const send: RouteHandlerMethod = async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const isSource = path.endsWith('.md');
    const guide = guides().get(isSource ? path.slice(0, -'.md'.length) : path);
    if (!guide) return reply.callNotFound();
    cached(reply, 300);
    if (isSource) return reply.type('text/markdown; charset=utf-8').send(guide.markdown);
    const { guidePage } = await import('./render-guide.ts'); // with a library that a start does not need
    return sendPage(reply, 200, guidePage(guide));
  };
  for (const path of [guidesPath, `${guidesPath}.md`, `${guidesPath}/:guide`, `${guidesPath}/:folder/:guide`]) get(path, send);
  get('/llms.txt', async (request, reply) =>
    cached(reply, 300)
      .type('text/markdown; charset=utf-8')
      .send(llmsText(originOf(request, options))),
  );
}

const cached = (reply: FastifyReply, seconds: number) => reply.header('cache-control', `public, max-age=${seconds}`);

/** A name that resolves to this machine only at the visitor's: other sites cannot read the page by rebinding their own name. */
function shownTo({ hostname }: FastifyRequest, { credentials }: DevelopersOptions): ReturnType<DevelopersOptions['credentials']> {
  return isLoopback(hostname) ? credentials() : Promise.resolve(undefined);
}

function originOf({ hostname, host }: FastifyRequest, { publicUrl }: DevelopersOptions): string {
  return isLoopback(hostname) ? `http://${host}` : publicUrl;
}
