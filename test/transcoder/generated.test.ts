// Generated files are described as by the Protobuf library: services/generated.ts.
import { create, createFileRegistry, type DescFile } from '@bufbuild/protobuf';
import { nestedTypes } from '@bufbuild/protobuf/reflect';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { services } from '../../services/all.ts';

const files = new Map<string, DescFile>();
for (const { desc } of services.flatMap(({ serves }) => serves)) collect(desc.file);
const library = createFileRegistry(create(FileDescriptorSetSchema, { file: [...files.values()].map(({ proto }) => proto) }));

/** Dependencies come first. */
function collect(file: DescFile): void {
  if (files.has(file.proto.name)) return;
  for (const dependency of file.dependencies) collect(dependency);
  files.set(file.proto.name, file);
}

test('types and their fields are those of the library', () => {
  expect(files.size).toBeGreaterThan(50);
  for (const [name, file] of files) expect(typesIn(file), name).toEqual(typesIn(library.getFile(name)));
});

test('a file keeps the files that it imports', () => {
  for (const { proto, dependencies } of files.values()) {
    const names = dependencies.map((file) => files.get(file.proto.name) === file && file.proto.name);
    expect(names, proto.name).toEqual(proto.dependency);
  }
});

test('no file imports publicly', () => {
  const own = [...files.values()].filter(({ proto }) => proto.package.startsWith('payments.'));
  expect(own.flatMap(({ proto }) => proto.publicDependency)).toEqual([]);
});

/** The types that a file declares, with the types that they name. */
function typesIn(file: DescFile | undefined) {
  return Array.from(file ? nestedTypes(file) : [], (type) => {
    if (type.kind === 'message')
      return [type.typeName, type.fields.map((field) => [field.name, field.fieldKind, ...namesOf(field)])];
    if (type.kind === 'service')
      return [
        type.typeName,
        type.methods.map(({ name, input, output }) => [name, ...namesOf({ message: input }), ...namesOf({ message: output })]),
      ];
    return [type.typeName];
  });
}

const namesOf = ({
  message,
  enum: values,
}: {
  message?: { typeName: string } | undefined;
  enum?: { typeName: string } | undefined;
}) => [message?.typeName, values?.typeName];
