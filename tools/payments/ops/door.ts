// Calls of the running platform by gRPC. Each service may run in its own process: `<SERVICE>_URL` is its address, as for the platform itself.
import type { DescService } from '@bufbuild/protobuf';
import { type Client, Code, ConnectError, createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { platformHeader } from '../../../services/kit/calls/operator-call.ts';
import { nameOf, refusalFrom } from '../../../services/kit/messages/fail.ts';
import { CommandFailure, NoConnection } from '../failures.ts';
import type { Host } from '../host.ts';
import type { Access } from './access.ts';

/** A client of a service, for the platform with this uuid. */
export type ClientFor = <S extends DescService>(desc: S, platformId?: string) => Client<S>;

export function openDoor({ environment }: Environment, { url, token }: Access): ClientFor {
  return (desc, platformId) => {
    const baseUrl = addressOf(serviceOf(desc), { environment, url });
    const headers = { authorization: `Bearer ${token}`, ...(platformId !== undefined && { [platformHeader]: platformId }) };
    return createClient(desc, transportTo(baseUrl, headers));
  };
}

type Environment = Pick<Host, 'environment'>;

/** The address of the process that runs a service: its own, or `url`, that of the services that share one. */
export function addressOf(service: string, { environment, url }: Environment & Pick<Access, 'url'>): string {
  return environment[`${service.toUpperCase()}_URL`] || url;
}

/** `payments.cards.v1` is the package of the service `cards`. */
const serviceOf = ({ file }: DescService) => file.proto.package.split('.')[1] ?? '';

export function transportTo(baseUrl: string, headers: Readonly<Record<string, string>>): Transport {
  return createGrpcTransport({ baseUrl, interceptors: [sending(headers)] });
}

const sending =
  (headers: Readonly<Record<string, string>>): Interceptor =>
  (next) =>
  (request) => {
    for (const [name, value] of Object.entries(headers)) request.header.set(name, value);
    return next(request);
  };

/** Errors of calls become failures of the command. `url`: the address in the message if nothing answers there. */
export async function explained<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConnectError ? failureOf(error, url) : error;
  }
}

function failureOf(cause: ConnectError, url: string): CommandFailure {
  const isUnanswered = cause.code === Code.Unavailable && cause.details.length === 0;
  if (isUnanswered) return new NoConnection(`No platform answers at ${url}. Start it, or set OPS_URL.`, { cause });
  const refusal = refusalFrom(cause);
  if (refusal) {
    const { errors = [], reason } = (refusal.details ?? {}) as { errors?: { field: string; message: string }[]; reason?: string };
    const fields = errors.map(({ field, message }) => `  ${field} ${message}`);
    const code = reason === undefined ? nameOf(refusal.code) : `${nameOf(refusal.code)} (${reason})`;
    return new CommandFailure([`${code}: ${refusal.message}`, ...fields].join('\n'), { cause });
  }
  return new CommandFailure(`The call failed: ${cause.rawMessage}`, { cause });
}
