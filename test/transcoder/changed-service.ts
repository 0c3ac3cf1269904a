// The specimen service after a change to its protos.
import { clone, create, createFileRegistry, type DescService } from '@bufbuild/protobuf';
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { file_payments_test_v1_specimen_changes } from '../../gen/payments/test/v1/specimen_changes_pb.ts';
import { file_payments_test_v1_specimen } from '../../gen/payments/test/v1/specimen_pb.ts';
import { file_payments_test_v1_specimen_reads } from '../../gen/payments/test/v1/specimen_reads_pb.ts';
import { file_payments_test_v1_specimen_service, SpecimenService } from '../../gen/payments/test/v1/specimen_service_pb.ts';

export type Change = (file: FileDescriptorProto) => void;

const files = [
  file_payments_test_v1_specimen_service,
  file_payments_test_v1_specimen_changes,
  file_payments_test_v1_specimen_reads,
  file_payments_test_v1_specimen,
];

/** The specimen service after a change to the file that holds all of it. */
export function changed(change: Change): DescService {
  const whole = wholeFile();
  change(whole);
  const known = files.flatMap(({ dependencies }) => dependencies);
  const registry = createFileRegistry(whole, (name) => known.find((file) => `${file.name}.proto` === name));
  const service = registry.getService(SpecimenService.typeName);
  if (!service) throw new Error('The changed file has no service.');
  return service;
}

function wholeFile(): FileDescriptorProto {
  const copies = files.map(({ proto }) => clone(FileDescriptorProtoSchema, proto));
  const names = copies.map(({ name }) => name);
  return create(FileDescriptorProtoSchema, {
    name: 'payments/test/v1/whole.proto',
    package: 'payments.test.v1',
    syntax: 'proto3',
    dependency: [...new Set(copies.flatMap(({ dependency }) => dependency))].filter((name) => !names.includes(name)),
    enumType: copies.flatMap(({ enumType }) => enumType),
    messageType: copies.flatMap(({ messageType }) => messageType),
    service: copies.flatMap(({ service }) => service),
  });
}
