// Specimens, written to JSON and read from it.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { type Specimen, SpecimenSchema } from '../../gen/payments/test/v1/specimen_pb.ts';
import { compileCodec } from '../../services/kit/messages/json/compile-codec.ts';
import { FieldProblems } from '../../services/kit/messages/json/problems.ts';

export type Init = MessageInitShape<typeof SpecimenSchema>;

export const codec = compileCodec(SpecimenSchema);
export const plant = { kind: { case: 'plant', value: { leaves: 3 } } } as const;
export const always = {
  id: '', name: '', isRare: false, weight: 0, views: 0, row: 0, ratio: 0, seal: '', tags: [], colours: [], counts: {}, owner: null,
  snake_key: '', specimenType: 'PLANT', leaves: 3,
}; // biome-ignore format: one thing

export function write(init: Init): unknown {
  return JSON.parse(JSON.stringify(codec.encode(create(SpecimenSchema, { ...plant, ...init }))));
}

export function read(json: object): { specimen: Specimen; errors: FieldProblems['errors'] } {
  const problems = new FieldProblems();
  const specimen = codec.decode({ specimenType: 'PLANT', ...json }, problems) as unknown as Specimen;
  return { specimen, errors: problems.errors };
}
