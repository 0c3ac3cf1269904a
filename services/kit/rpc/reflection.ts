// gRPC server reflection, v1 and v1alpha: lets tools list and call our services without their protos. Platforms see the methods that they
// may call.
import { create, type DescFile, type DescService, toBinary } from '@bufbuild/protobuf';
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { isPublic } from '../calls/admission.ts';
import { methodsOf, type OfficialMethod, type OfficialPackage } from './official.ts';

const paths = ['v1', 'v1alpha'].map((version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`);

/** `isInternal`: whether the call comes from another of our processes, which may see every service. */
export function reflectionPackage(services: readonly DescService[], isInternal: (metadata: object) => boolean): OfficialPackage {
  return {
    kinds: Object.fromEntries(paths.map((path) => [path, 'bidi'])),
    load: async () => {
      const { ReflectionService } = await import('@grpc/reflection');
      const viewOf = (files: readonly FileDescriptorProto[]) => {
        const fileDescriptorProtos = files.map((file) => Buffer.from(toBinary(FileDescriptorProtoSchema, file)));
        return methodsOf(
          new ReflectionService({ all: { fileDescriptorProtos } as never }, { services: servedIn(files, services) }),
        );
      };
      const whole = viewOf(filesOf(services).map(({ proto }) => proto));
      const open = viewOf(filesOf(services.filter(hasPublic)).map(publicPart));
      return new Map([...whole].map(([path, method]) => [path, choose(method, open.get(path) ?? method, isInternal)]));
    },
  };
}

function choose(whole: OfficialMethod, open: OfficialMethod, isInternal: (metadata: object) => boolean): OfficialMethod {
  return {
    ...whole,
    handle: (call, answer) => (isInternal(call.metadata) ? whole : open).handle(call, answer),
  };
}

const hasPublic = ({ methods }: DescService) => methods.some(isPublic);

/** The file without internal methods, and without services that have no others. */
function publicPart({ proto, services }: DescFile): FileDescriptorProto {
  const service = services.filter(hasPublic).map(({ proto: whole, methods }) => ({
    ...whole,
    method: methods.filter(isPublic).map((method) => method.proto),
  }));
  return create(FileDescriptorProtoSchema, { ...proto, service });
}

function servedIn(files: readonly FileDescriptorProto[], services: readonly DescService[]): string[] {
  const served = new Set(services.map(({ typeName }) => typeName));
  return files.flatMap((file) => file.service.map(({ name }) => `${file.package}.${name}`)).filter((name) => served.has(name));
}

/** The files of the services and all their imports. */
function filesOf(services: readonly DescService[]): DescFile[] {
  const found = new Set<DescFile>();
  const add = (file: DescFile) => {
    if (found.has(file)) return;
    found.add(file);
    for (const dependency of file.dependencies) add(dependency);
  };
  for (const { file } of services) add(file);
  return [...found];
}
