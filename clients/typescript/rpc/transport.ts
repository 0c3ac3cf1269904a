// Requests by RPC: converted to messages, and responses to what REST would answer, by the same code as in the gateway.
import type { DescMethodUnary, DescService, Message } from '@bufbuild/protobuf';
import { Code, ConnectError, type Transport as RpcTransport } from '@connectrpc/connect';
import { renderError } from '../../../gateway/errors.ts';
import { ErrorDetailSchema } from '../../../gen/payments/common/v1/error_detail_pb.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { Refusal, refusalFrom } from '../../../services/kit/messages/fail.ts';
import type { AnyOperation } from '../src/operation.ts';
import type { Answer, Transport } from '../src/transport.ts';
import { type Conversion, compileConversion } from './conversion.ts';

/** Loads the descriptors of a service: `payments.customers.v1.CustomerService`. */
export type Services = Readonly<Record<string, () => Promise<DescService>>>;

export function overRpc(rpc: RpcTransport, services: Services): Transport {
  const conversionOf = conversions(services);
  return async ({ operation, input, headers, signal }) => {
    const requestId = headers.get('x-request-id') ?? crypto.randomUUID();
    headers.set('x-request-id', requestId);
    const send = (method: DescMethodUnary, message: Message) => rpc.unary(method, signal, undefined, headers, message);
    const sendPart = (method: DescMethodUnary, message: Message) =>
      rpc.unary(method, signal, undefined, lasting(headers), message);
    const { method, read, write, refusalOf } = await conversionOf(operation);
    try {
      const reply = await send(method, await read({ input, headers, sendPart }));
      const { status, body: text = '' } = write(reply.message);
      return { status, headers: reply.header, text };
    } catch (error) {
      if (!isAnswer(error)) throw error;
      const refusal = refusalFrom(error);
      return answerOf(refusal ? refusalOf(refusal) : error, requestId);
    }
  };
}

/** Of the parts of a file: a dry run must find them in its call. The platform removes them later. */
function lasting(headers: Headers): Headers {
  const others = new Headers(headers);
  others.delete('dry-run');
  return others;
}

/** Compiled when an operation is first called. */
function conversions(services: Services): (operation: AnyOperation) => Promise<Conversion> {
  const compiled = new Map<AnyOperation, Conversion>();
  return async (operation) => {
    const known = compiled.get(operation);
    if (known) return known;
    const [service = ''] = operation.rpc.split('/');
    const load = services[service];
    if (!load) throw new Error(`The client does not know ${operation.rpc}.`);
    const conversion = compileConversion(await load(), operation);
    compiled.set(operation, conversion);
    return conversion;
  };
}

function answerOf(error: unknown, requestId: string): Answer {
  const { status, headers, body } = renderError(error, { requestId, log: silent });
  return { status, headers: new Headers(headers), text: body };
}

/** Whether the error is what the platform answered, or would answer. Its own errors of the codes of lost connections have a detail. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ConnectError)) return error instanceof Refusal;
  return !lost.has(error.code) || error.findDetails(ErrorDetailSchema).length > 0;
}

const lost = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.Canceled, Code.Aborted, Code.Unknown]);
