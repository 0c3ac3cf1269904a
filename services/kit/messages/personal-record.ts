// Records in an export of personal data, with the field names of the public contract.
import { create, type DescMessage, type JsonObject, type MessageInitShape } from '@bufbuild/protobuf';
import type { PersonalRecordSchema } from '../../../gen/payments/common/v1/personal_data_pb.ts';
import { atFirstUse } from '../core/at-first-use.ts';
import { compileCodec } from './json/compile-codec.ts';

export type PersonalRecord = MessageInitShape<typeof PersonalRecordSchema>;

/** Creates records of resources, as returned by GET. */
export function recordMaker<D extends DescMessage>(kind: string, desc: D) {
  const codec = atFirstUse(() => compileCodec(desc));
  return (id: string, resource: MessageInitShape<D>): PersonalRecord => {
    const fields: JsonObject = JSON.parse(JSON.stringify(codec.use().encode(create(desc, resource))));
    return { kind, id, fields };
  };
}
