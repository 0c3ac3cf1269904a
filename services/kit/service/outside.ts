// The parties outside the installation that a service uses: providers, mail servers, buckets. Operators can have all of them asked.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { OutsidePartySchema } from '../../../gen/payments/common/v1/status_pb.ts';
import type { Context } from '../core/method.ts';
import { type Provider, providers } from '../core/providers.ts';
import { Refusal, toConnectError } from '../messages/fail.ts';

export interface OutsideParty<Own extends Context> {
  /** For people: `rail`. */
  readonly name: string;
  /** The setting that names it: `RAILS_URL`. */
  readonly setting: string;
  /** Asks it something that changes nothing. Throws if it does not answer as it must. */
  readonly ask: (context: Own) => Promise<unknown>;
  /** What to do then, unless the error says it. */
  readonly advice?: string;
}

const withinMs = 10_000;

/** Asks it, and measures how long it takes to answer. */
export async function answerOf<Own extends Context>(
  { name, setting, ask, advice }: OutsideParty<Own>,
  context: Own,
): Promise<MessageInitShape<typeof OutsidePartySchema>> {
  const startMs = performance.now();
  const problem = await inTime(ask(context)).then(
    () => undefined,
    (error: unknown) => [`${reasonOf(error)}.`, ...(advice === undefined ? [] : [advice])].join(' '),
  );
  const answerMs = Math.round(performance.now() - startMs);
  return { name, setting, answerMs, ...(problem !== undefined && { problem }) };
}

async function inTime(answer: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It did not answer within ${withinMs / 1000} s. ${unreached}`)), withinMs);
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

const unreached = 'Check the address, the network, and whether it runs.';

/** A provider that is called by gRPC. `ask`: a call that changes nothing; a refusal of its content is an answer too. */
export function providerParty<Own extends Context>(name: Provider, ask: OutsideParty<Own>['ask']): OutsideParty<Own> {
  const { url: setting, secret } = settingsOf(name);
  const explained = async (context: Own) => {
    try {
      await ask(context);
    } catch (error) {
      const answer = error instanceof Refusal ? (error.cause ?? error) : error; // of the provider
      const problem = problemIn(answer, secret);
      if (problem !== undefined) throw new Error(problem, { cause: error });
    }
  };
  return { name: name.replaceAll('_', ' '), setting, ask: explained };
}

function settingsOf(name: Provider) {
  const found = providers.find((one) => one.name === name);
  if (!found) throw new Error(`There is no provider ${name}.`);
  return found;
}

/** Undefined for an answer about the content of the question. */
function problemIn(error: unknown, secret: string): string | undefined {
  const reason = reasonOf(error instanceof Error ? (error.cause ?? error) : error);
  switch (codeOf(error)) {
    case Code.Unauthenticated:
    case Code.PermissionDenied:
      return `It refuses the token of the platform. Give both sides the same ${secret}, and compare their clocks.`;
    case Code.Unimplemented:
      return 'It does not serve this provider. Check that the address is that of the right process.';
    case Code.Internal:
    case Code.Unknown:
    case Code.DataLoss:
      return `It failed: ${reason}. Read its log.`;
    case Code.Unavailable:
    case Code.DeadlineExceeded:
    case undefined:
      return `It does not answer: ${reason}. ${unreached}`;
    default:
      return undefined;
  }
}

/** The status with which the provider answered. */
function codeOf(error: unknown): Code | undefined {
  if (error instanceof Refusal) return toConnectError(error).code;
  return error instanceof ConnectError && error.cause instanceof ConnectError ? error.cause.code : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'details' in error && typeof error.details === 'string') return error.details;
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

/** An HTTP endpoint may not understand the question: only credentials and its own failures are problems. */
export function expectWorkingEndpoint(status: number): void {
  if (status === 401 || status === 403 || status >= 500) throw new Error(`It answered ${status}.`);
}
