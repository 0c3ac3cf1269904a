// Serves a service with plain grpc-js: messages in and out, and the platform of each call.
import {
  create,
  type DescMethodUnary,
  type DescService,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { type Server, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';

export type Implementation<S extends DescService> = {
  [M in keyof S['method']]: S['method'][M] extends DescMethodUnary<infer I, infer O>
    ? (request: MessageShape<I>, platformId: string) => MessageInitShape<O>
    : never;
};

export interface Served<S extends DescService> {
  readonly desc: S;
  readonly implementation: Implementation<S>;
  /** The platform that a call is for, from its `authorization`. Throws for unknown callers. */
  readonly callerOf: (authorization: string) => string;
}

export function serve<S extends DescService>(server: Server, { desc, implementation, callerOf }: Served<S>): void {
  for (const { parent, name, localName, input, output } of desc.methods) {
    const answerTo = implementation[localName as keyof S['method']] as (
      request: object,
      platformId: string,
    ) => Record<string, unknown>;
    const handle = ({ request, metadata }: ServerUnaryCall<object, object>, answer: sendUnaryData<object>) => {
      let isKnown = false;
      try {
        const platformId = callerOf(String(metadata.get('authorization')[0]));
        isKnown = true;
        answer(null, create(output, answerTo(request, platformId)));
      } catch (error) {
        answer({ code: isKnown ? status.FAILED_PRECONDITION : status.UNAUTHENTICATED, details: String(error) });
      }
    };
    const serialize = (message: object) => Buffer.from(toBinary(output, message as never));
    server.register<object, object>(
      `/${parent.typeName}/${name}`,
      handle,
      serialize,
      (bytes) => fromBinary(input, bytes),
      'unary',
    );
  }
}
