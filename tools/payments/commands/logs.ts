// `logs`: the REST requests of a sandbox, and their responses.
import { setTimeout as pause } from 'node:timers/promises';
import { amountOf } from '../amount.ts';
import { type Call, command } from '../command.ts';
import { realTimeOf } from '../event-log.ts';
import { CommandFailure, UsageMistake } from '../failures.ts';
import type { Platform } from '../platform.ts';

interface LoggedRequest {
  readonly id: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly errorCode?: string;
  readonly durationMs: number;
  readonly startedAt: string;
  readonly skippedCount?: number;
  readonly requestBody?: object;
  readonly responseBody?: object;
}

const options = {
  operation: { value: 'OPERATION', description: 'only this operation: createQuote' },
  method: { value: 'METHOD', description: 'only this HTTP method', values: () => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  status: { value: 'STATUS', description: 'only responses with this HTTP status' },
  failed: { description: 'only errors' },
  resource: { value: 'ID', description: 'only requests that contain this id' },
  since: { value: 'TIME', description: 'also the requests since then: 1h, or 2027-01-31T12:00:00Z' },
  print: { value: 'WHAT', description: 'body: also print the bodies', values: () => ['body'] },
  once: { description: 'end after the requests so far' },
} as const;

type TailCall = Call<keyof typeof options>;

export const logsTail = command({
  name: 'logs tail',
  summary: 'Show the REST requests of the sandbox as they are answered',
  details: [
    'Starts with the last ten, or those since --since, and runs until Ctrl-C. Shows no secrets. At most the latest 2,000 exist.',
  ],
  options,
  examples: ['logs tail', 'logs tail --failed --print body', 'logs tail --resource Transaction:019… --since 1h --once --json'],
  run: async (call) => {
    const print = call.text('print');
    if (print !== undefined && print !== 'body') throw new UsageMistake('--print can be body.');
    const platform = await sandboxOf(call);
    const filter = filterOf(call);
    const first = await earlier(platform, filter, call.text('since'));
    for (const request of first) await show(call, platform, request);
    if (call.has('once')) return;
    call.print.note(`Requests to ${platform.connection.origin} are shown until Ctrl-C.`);
    for (let after = first.at(-1)?.id; !call.host.interrupted.aborted; ) {
      const page = await pageOf(platform, { ...filter, limit: '100', ...(after !== undefined && { after }) });
      for (const request of after === undefined ? page.toReversed() : page) {
        await show(call, platform, request);
        after = request.id;
      }
      await pause(everyMs, undefined, { signal: call.host.interrupted }).catch(() => undefined);
    }
  },
});

const everyMs = 500;

export const logsShow = command({
  name: 'logs show',
  summary: 'Show a REST request of the sandbox with its bodies',
  parameters: [{ name: 'request', description: 'its id, or the X-Request-Id of its response' }],
  examples: ['logs show Request:019…', 'logs show 9b2f…'],
  run: async ({ platform: connected, print, parameters: [id = ''] }) => {
    const platform = await sandboxOf({ platform: connected });
    const [known] = id.startsWith('Request:') ? [{ id }] : await pageOf(platform, { requestId: id, limit: '1' });
    if (!known)
      throw new CommandFailure(
        `There is no request ${id}. Requests with status 401 and those before the last 2,000 are not kept.`,
      );
    const request = await platform.get<LoggedRequest>(`/sandbox/requests/${known.id}`);
    print.result(request, () => [lineOf(request), ...bodiesOf(request)]);
  },
});

async function sandboxOf({ platform: connected }: Pick<Call, 'platform'>): Promise<Platform> {
  const platform = await connected();
  if (platform.environment === 'production') throw new CommandFailure('Only sandboxes log requests.');
  return platform;
}

type Query = Readonly<Record<string, string>>;

function filterOf({ text, has }: TailCall): Query {
  const names = ['operation', 'method', 'status', 'resource'] as const;
  const given = names.flatMap((name) => {
    const value = text(name);
    return value === undefined ? [] : [[name, name === 'status' ? String(amountOf(value)) : value]];
  });
  return { ...Object.fromEntries(given), ...(has('failed') && { failed: 'true' }) };
}

async function pageOf(platform: Platform, query: Query): Promise<readonly LoggedRequest[]> {
  return (await platform.get<{ data: LoggedRequest[] }>(`/sandbox/requests?${new URLSearchParams(query)}`)).data;
}

/** Oldest first. */
async function earlier(platform: Platform, filter: Query, since: string | undefined): Promise<LoggedRequest[]> {
  if (since === undefined) return (await pageOf(platform, { ...filter, limit: '10' })).toReversed();
  const found: LoggedRequest[] = [];
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const query = new URLSearchParams({
      ...filter,
      since: realTimeOf(since).toISOString(),
      limit: '100',
      ...(cursor !== undefined && { cursor }),
    });
    const page = await platform.get<{ data: LoggedRequest[]; hasMore: boolean; nextCursor?: string }>(
      `/sandbox/requests?${query}`,
    );
    found.push(...page.data);
    ({ hasMore, nextCursor: cursor } = page);
  }
  return found.toReversed();
}

async function show({ print, text }: TailCall, platform: Platform, summary: LoggedRequest): Promise<void> {
  const hasBodies = text('print') === 'body';
  const request = hasBodies ? await platform.get<LoggedRequest>(`/sandbox/requests/${summary.id}`) : summary;
  print.result(request, () => [lineOf(request), ...(hasBodies ? bodiesOf(request) : [])]);
}

function lineOf({ startedAt, method, path, status, errorCode, durationMs, requestId, skippedCount }: LoggedRequest): string {
  const skipped = skippedCount === undefined ? '' : `  (${skippedCount} before it were not logged)`;
  return `${startedAt}  ${method} ${path}  ${status}${errorCode ? ` ${errorCode}` : ''}  ${durationMs} ms  ${requestId}${skipped}`;
}

function bodiesOf({ requestBody, responseBody }: LoggedRequest): string[] {
  const lines = (name: string, body: object | undefined) =>
    body ? [`${name}:`, ...JSON.stringify(body, null, 2).split('\n')] : [];
  return [...lines('request', requestBody), ...lines('response', responseBody)];
}
