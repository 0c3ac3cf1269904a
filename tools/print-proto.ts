// Prints a file descriptor as .proto source, for third-party files that npm ships only as descriptors. Omits custom options.
import type { DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto } from '@bufbuild/protobuf/wkt';

const scalars = [
  '', 'double', 'float', 'int64', 'uint64', 'int32', 'fixed64', 'fixed32', 'bool', 'string', 'group', '',
  'bytes', 'uint32', '', 'sfixed32', 'sfixed64', 'sint32', 'sint64',
]; // biome-ignore format: by number

const repeated = 3;
const required = 2;

/** Source of `file`, in its declared syntax. */
export function printFile(file: FileDescriptorProto): string {
  const proto2 = file.syntax !== 'proto3';
  return [
    `syntax = "${file.syntax || 'proto2'}";`,
    `package ${file.package};`,
    ...file.dependency.map((name) => `import "${name}";`),
    ...file.enumType.flatMap(printEnum),
    ...file.messageType.flatMap((message) => printMessage(message, proto2)),
    ...printExtensions(file.extension, proto2),
    '',
  ].join('\n');
}

function printEnum(type: EnumDescriptorProto): string[] {
  const alias = type.options?.allowAlias ? ['  option allow_alias = true;'] : [];
  return [`enum ${type.name} {`, ...alias, ...type.value.map((value) => `  ${value.name} = ${value.number};`), '}'];
}

function printMessage(message: DescriptorProto, proto2: boolean): string[] {
  const nested = message.nestedType.filter((type) => !type.options?.mapEntry);
  const plain = message.field.filter((field) => !inOneof(field));
  const ranges = message.extensionRange.map((range) => `extensions ${range.start} to ${lastOf(range.end)};`);
  const reservedRanges = message.reservedRange.map((range) => `reserved ${range.start} to ${range.end - 1};`);
  const reservedNames = message.reservedName.map((name) => `reserved "${name}";`);
  const body = [
    ...message.enumType.flatMap(printEnum),
    ...nested.flatMap((type) => printMessage(type, proto2)),
    ...plain.map((field) => printField(field, proto2, message)),
    ...message.oneofDecl.flatMap((_, index) => printOneof(message, index)),
    ...ranges,
    ...reservedRanges,
    ...reservedNames,
    ...printExtensions(message.extension, proto2),
  ];
  return [`message ${message.name} {`, ...body.map((line) => `  ${line}`), '}'];
}

function printOneof(message: DescriptorProto, index: number): string[] {
  const members = message.field.filter((field) => inOneof(field) && field.oneofIndex === index);
  if (!members.length) return []; // the synthetic oneof of a proto3 optional field
  const lines = members.map((field) => `  ${typeOf(field)} ${field.name} = ${field.number};`);
  return [`oneof ${message.oneofDecl[index]?.name} {`, ...lines, '}'];
}

function printExtensions(fields: FieldDescriptorProto[], proto2: boolean): string[] {
  return fields.flatMap((field) => [`extend ${field.extendee} {`, `  ${printField(field, proto2)}`, '}']);
}

function printField(field: FieldDescriptorProto, proto2: boolean, parent?: DescriptorProto): string {
  const entry = parent?.nestedType.find((type) => type.options?.mapEntry && field.typeName.endsWith(`.${type.name}`));
  const [key, value] = entry?.field ?? [];
  if (key && value) return `map<${typeOf(key)}, ${typeOf(value)}> ${field.name} = ${field.number};`;

  const fallback = field.defaultValue ? ` [default = ${defaultOf(field)}]` : '';
  return `${labelOf(field, proto2)}${typeOf(field)} ${field.name} = ${field.number}${fallback};`;
}

function labelOf(field: FieldDescriptorProto, proto2: boolean): string {
  if (field.label === repeated) return 'repeated ';
  if (field.label === required) return 'required ';
  return proto2 || field.proto3Optional ? 'optional ' : '';
}

const typeOf = (field: FieldDescriptorProto) => scalars[field.type] || field.typeName;
const defaultOf = (field: FieldDescriptorProto) =>
  scalars[field.type] === 'string' ? JSON.stringify(field.defaultValue) : field.defaultValue;
const inOneof = (field: FieldDescriptorProto) => Object.hasOwn(field, 'oneofIndex') && !field.proto3Optional;
const lastOf = (end: number) => (end > 536_870_911 ? 'max' : end - 1);
