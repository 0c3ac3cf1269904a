// The internal RPC services that every service serves under its own package: clock advances, dry runs, dead letters, export and erasure of
// personal data, removal and copies of the data of a platform, resealing after a change of the master key, and the state of the service.
import { create, createFileRegistry, type DescFile, type DescService } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { type DeadLetterService, file_payments_common_v1_dead_letter } from '../../../gen/payments/common/v1/dead_letter_pb.ts';
import { type DryRunService, file_payments_common_v1_dry_run } from '../../../gen/payments/common/v1/dry_run_pb.ts';
import { type DueWorkService, file_payments_common_v1_due_work } from '../../../gen/payments/common/v1/due_work_pb.ts';
import { file_payments_common_v1_key, type KeyService } from '../../../gen/payments/common/v1/key_pb.ts';
import {
  file_payments_common_v1_personal_data,
  type PersonalDataService,
} from '../../../gen/payments/common/v1/personal_data_pb.ts';
import {
  file_payments_common_v1_platform_data,
  type PlatformDataService,
} from '../../../gen/payments/common/v1/platform_data_pb.ts';
import { file_payments_common_v1_status, type StatusService } from '../../../gen/payments/common/v1/status_pb.ts';

/** `payments.<service>.v1.DueWorkService`. */
export const dueWorkOf = perService<typeof DueWorkService>(file_payments_common_v1_due_work, 'DueWorkService');

/** `payments.<service>.v1.DryRunService`. */
export const dryRunsOf = perService<typeof DryRunService>(file_payments_common_v1_dry_run, 'DryRunService');

/** `payments.<service>.v1.DeadLetterService`. */
export const deadLettersOf = perService<typeof DeadLetterService>(file_payments_common_v1_dead_letter, 'DeadLetterService');

/** `payments.<service>.v1.KeyService`. */
export const keysOf = perService<typeof KeyService>(file_payments_common_v1_key, 'KeyService');

/** `payments.<service>.v1.PersonalDataService`. */
export const personalDataOf = perService<typeof PersonalDataService>(
  file_payments_common_v1_personal_data,
  'PersonalDataService',
);

/** `payments.<service>.v1.StatusService`. */
export const statusOf = perService<typeof StatusService>(file_payments_common_v1_status, 'StatusService');

/** `payments.<service>.v1.PlatformDataService`. */
export const platformDataOf = perService<typeof PlatformDataService>(
  file_payments_common_v1_platform_data,
  'PlatformDataService',
);

/** The service of a `common` proto file in another package. Returns the same object each time, because calls look up methods by it. */
function perService<S extends DescService>(common: DescFile, name: string): (service: string) => S {
  const made = new Map<string, S>();
  return (service) => {
    const known = made.get(service) ?? (copyOf(common, { service, name }) as S); // has the same methods and messages by construction
    made.set(service, known);
    return known;
  };
}

function copyOf(common: DescFile, { service, name }: { service: string; name: string }): DescService | undefined {
  const { proto } = common;
  const file = create(FileDescriptorProtoSchema, {
    name: `payments/${service}/v1/${name}.proto`,
    package: `payments.${service}.v1`,
    syntax: 'proto3',
    dependency: [proto.name],
    service: proto.service,
  });
  const registry = createFileRegistry(file, (path) => (path === proto.name ? common : undefined));
  return registry.getService(`payments.${service}.v1.${name}`);
}
