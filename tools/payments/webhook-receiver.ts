// Receives webhooks as a platform should: verifies the raw bytes before parsing, refuses what is not its own, and prints the rest.
import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isVerified, signatureHeader } from '../../services/webhooks/domain/signature.ts';
import { isOfType } from './event-log.ts';
import type { Printer } from './printer.ts';

export interface Reception {
  /** `Platform:` and its uuid. */
  readonly platformId: string;
  readonly keys: readonly KeyObject[];
  /** Patterns of the types to show and forward; all if empty. Others are accepted silently. */
  readonly types: readonly string[];
  readonly forwardTo?: string;
  readonly isBodyShown: boolean;
  readonly print: Printer;
}

interface WebhookEvent {
  readonly platformId?: string;
  readonly timestamp?: string;
  readonly type?: string;
  readonly data?: { readonly id?: string; readonly status?: string; readonly kycStatus?: string; readonly kybStatus?: string };
}

type Verdict = 'verified' | 'NOT VERIFIED' | 'OF ANOTHER PLATFORM';

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

export function receiver(reception: Reception): RequestListener {
  return (request, response) => {
    receive(reception, request)
      .catch(({ message }: Error): Reply => {
        reception.print.note(`A webhook could not be received: ${message}`);
        return { status: 500 };
      })
      .then((reply) => answer(response, reply));
  };
}

function answer(response: ServerResponse, { status, type, body = '' }: Reply): void {
  response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
}

async function receive(reception: Reception, request: IncomingMessage): Promise<Reply> {
  const raw = await buffer(request);
  const signature = String(request.headers[signatureHeader] ?? '');
  const event = parsed(raw);
  const verdict = verdictOn(event, reception, isVerified(raw, signature, reception.keys));
  if (verdict === 'verified' && !isOfType(reception.types, event.type ?? '')) return { status: 200 };

  const reply = verdict === 'verified' ? await replyTo(raw, signature, reception) : { status: 401 };
  const forwarded = verdict === 'verified' && reception.forwardTo ? { forwarded: reply.status } : {};
  reception.print.result({ verdict, ...forwarded, event }, () => [
    lineOf(event, verdict, forwarded.forwarded),
    ...(reception.isBodyShown ? [JSON.stringify(event, null, 2)] : []),
  ]);
  return reply;
}

/** One key signs for all platforms of an environment, so an event of another platform has a valid signature too. */
function verdictOn({ platformId }: WebhookEvent, reception: Reception, isSigned: boolean): Verdict {
  if (!isSigned) return 'NOT VERIFIED';
  return platformId === reception.platformId ? 'verified' : 'OF ANOTHER PLATFORM';
}

/** The response of the forwarding address, so that the platform retries what it refuses. */
async function replyTo(raw: Buffer, signature: string, { forwardTo, print }: Reception): Promise<Reply> {
  if (forwardTo === undefined) return { status: 200 };
  try {
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature };
    const response = await fetch(forwardTo, { method: 'POST', headers, body: Uint8Array.from(raw) });
    const type = response.headers.get('content-type');
    return { status: response.status, body: await response.text(), ...(type !== null && { type }) };
  } catch {
    print.note(`${forwardTo} cannot be reached. The platform will send the event again.`);
    return { status: 502 };
  }
}

/** Time, type, resource, status, verdict. */
function lineOf({ timestamp, type, data }: WebhookEvent, verdict: Verdict, forwarded: number | undefined): string {
  const status = data?.status ?? data?.kycStatus ?? data?.kybStatus ?? '-';
  const end = forwarded === undefined ? verdict : `${verdict}, forwarded: ${forwarded}`;
  return [timestamp, `${type}`.padEnd(40), data?.id ?? '-', status, end].join('  ');
}

function parsed(raw: Buffer): WebhookEvent {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return {};
  }
}
