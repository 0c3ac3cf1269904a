// The routes of the console.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { sendPage } from '../hosted/send-page.ts';
import { type ConsolePage, consolePage, consolePath, consolePolicy, consoleScriptPath, consoleStylePath } from './page.ts';

export interface ConsoleOptions {
  /** Path of the contract's version. */
  readonly prefix: string;
  readonly visitor: ConsolePage['visitor'];
  /** The credentials that a visitor may see. */
  readonly credentialsFor: (request: FastifyRequest) => Promise<ConsolePage['credentials']>;
}

/** `get` registers a read-only route. */
export function registerConsole(get: (url: string, handler: RouteHandlerMethod) => void, options: ConsoleOptions): void {
  const { prefix, visitor, credentialsFor } = options;
  const style = readFileSync(join(import.meta.dirname, 'console.css'), 'utf8');
  get(consolePath, async (request, reply) => {
    const credentials = visitor === 'platform' ? await credentialsFor(request) : undefined;
    const page = consolePage({ prefix, visitor, credentials });
    return sendPage(reply, 200, page, { policy: consolePolicy });
  });
  get(consoleStylePath, async (_, reply) => reply.type('text/css; charset=utf-8').send(style));
  let script: Promise<string> | undefined; // shared by all readers
  get(consoleScriptPath, async (_, reply) => {
    script ??= scriptOf();
    return reply.type('text/javascript; charset=utf-8').send(await script);
  });
}

/** Next to the packed code; otherwise it is built now. */
async function scriptOf(): Promise<string> {
  const packed = join(import.meta.dirname, 'console.js');
  if (existsSync(packed)) return readFileSync(packed, 'utf8');
  const { buildConsole } = await import('./build.ts');
  return (await buildConsole()).script;
}
