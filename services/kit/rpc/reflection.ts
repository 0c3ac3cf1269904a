// gRPC server reflection, v1 and v1alpha: lets tools list and call our services without their protos.
import { create, type DescFile, type DescService, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, type ServiceImpl } from '@connectrpc/connect';
import {
  type ServerReflectionRequest,
  type ServerReflectionResponse,
  ServerReflectionResponseSchema,
  type ServerReflection as V1,
} from '../../../gen/grpc/reflection/v1/reflection_pb.ts';
import type { ServerReflection as V1Alpha } from '../../../gen/grpc/reflection/v1alpha/reflection_pb.ts';

type Answer = ServerReflectionResponse['messageResponse'];

/** Both versions have the same messages, so one implementation serves both. */
export function reflectionOf(services: readonly DescService[]): ServiceImpl<typeof V1> & ServiceImpl<typeof V1Alpha> {
  const index = indexOf(services);
  return {
    async *serverReflectionInfo(requests: AsyncIterable<ServerReflectionRequest>) {
      for await (const request of requests) {
        yield create(ServerReflectionResponseSchema, {
          validHost: request.host,
          originalRequest: request,
          messageResponse: answer(request, index),
        });
      }
    },
  } as unknown as ServiceImpl<typeof V1> & ServiceImpl<typeof V1Alpha>;
}

interface Index {
  readonly names: string[];
  readonly files: ReadonlyMap<string, DescFile>;
  readonly symbols: ReadonlyMap<string, DescFile>;
}

function answer({ messageRequest }: ServerReflectionRequest, { names, files, symbols }: Index): Answer {
  switch (messageRequest.case) {
    case 'listServices':
      return { case: 'listServicesResponse', value: list(names) };
    case 'fileByFilename':
      return descriptors(files.get(messageRequest.value.replace(/\.proto$/, '')), messageRequest.value);
    case 'fileContainingSymbol':
      return descriptors(symbols.get(messageRequest.value), messageRequest.value);
    case 'fileContainingExtension':
    case 'allExtensionNumbersOfType':
    case undefined:
      return notFound('Extensions are not served.');
    default:
      return messageRequest satisfies never;
  }
}

function list(names: readonly string[]) {
  return { $typeName: 'grpc.reflection.v1.ListServiceResponse' as const, service: names.map(serviceNamed) };
}

const serviceNamed = (name: string) => ({ $typeName: 'grpc.reflection.v1.ServiceResponse' as const, name });

/** A file and all that it imports, so that a client has everything with one question. */
function descriptors(file: DescFile | undefined, asked: string): Answer {
  if (!file) return notFound(`There is no ${asked} here.`);
  const all = [...withImports(file, new Set())].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return {
    case: 'fileDescriptorResponse',
    value: { $typeName: 'grpc.reflection.v1.FileDescriptorResponse', fileDescriptorProto: all },
  };
}

function notFound(errorMessage: string): Answer {
  return {
    case: 'errorResponse',
    value: { $typeName: 'grpc.reflection.v1.ErrorResponse', errorCode: Code.NotFound, errorMessage },
  };
}

function indexOf(services: readonly DescService[]): Index {
  const all = new Set<DescFile>();
  for (const { file } of services) withImports(file, all);
  const files = new Map([...all].map((file) => [file.name, file]));
  const symbols = new Map<string, DescFile>();
  for (const file of all) for (const symbol of symbolsOf(file)) symbols.set(symbol, file);
  return { names: services.map(({ typeName }) => typeName), files, symbols };
}

function withImports(file: DescFile, seen: Set<DescFile>): Set<DescFile> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const dependency of file.dependencies) withImports(dependency, seen);
  return seen;
}

function symbolsOf(file: DescFile): string[] {
  const methods = file.services.flatMap((service) => service.methods.map(({ name }) => `${service.typeName}.${name}`));
  return [...[...file.messages, ...file.enums, ...file.services].map(({ typeName }) => typeName), ...methods];
}
