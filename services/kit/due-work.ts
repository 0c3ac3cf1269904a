// The internal service that every service has under its own package: it moves a platform's clock there and runs what falls due.
import { create, createFileRegistry, type DescService } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { type DueWorkService, file_payments_common_v1_due_work } from '../../gen/payments/common/v1/due_work_pb.ts';

const made = new Map<string, typeof DueWorkService>();

/** `payments.<service>.v1.DueWorkService`, the same object each time: calls find their methods by it. */
export function dueWorkOf(service: string): typeof DueWorkService {
  const known = made.get(service) ?? makeFor(service);
  made.set(service, known);
  return known;
}

/** The one of `common` in another package. */
function makeFor(service: string): typeof DueWorkService {
  const common = file_payments_common_v1_due_work;
  const file = create(FileDescriptorProtoSchema, {
    name: `payments/${service}/v1/due_work.proto`,
    package: `payments.${service}.v1`,
    syntax: 'proto3',
    dependency: [common.proto.name],
    service: common.proto.service,
  });
  const registry = createFileRegistry(file, (name) => (name === common.proto.name ? common : undefined));
  const desc: DescService | undefined = registry.getService(`payments.${service}.v1.DueWorkService`);
  return desc as typeof DueWorkService; // the same methods and messages by construction
}
