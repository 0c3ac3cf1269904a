// Contradictory options stop the process: each mistake is put into the specimen service, and the error names it.
import { type DescService, getExtension, type Message, setExtension } from '@bufbuild/protobuf';
import type { FileDescriptorProto } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { compileRoutes } from '../../gateway/transcoder/compile.ts';
import { compileRequest } from '../../gateway/transcoder/request.ts';
import { compileResponse } from '../../gateway/transcoder/response.ts';
import { http } from '../../gen/google/api/annotations_pb.ts';
import type { HttpRule } from '../../gen/google/api/http_pb.ts';
import {
  type FieldRule,
  field as fieldRule,
  type MethodRule,
  method as methodRule,
  type UnionRule,
  union,
} from '../../gen/payments/rest/v1/rest_pb.ts';
import { SpecimenService } from '../../gen/payments/test/v1/specimen_service_pb.ts';
import { MappingMistake } from '../../services/kit/messages/json/problems.ts';
import { type Change, changed } from './changed-service.ts';

const mistakes: { mistake: string; change: Change; problem: RegExp }[] = [
  { mistake: 'a path that the grammar lacks', change: onHttp('GetSpecimen', get('/specimens/{specimen_id}:verb')), problem: /GetSpecimen.*not supported/ },
  { mistake: 'a path field that does not exist', change: onHttp('GetSpecimen', get('/specimens/{other}')), problem: /has no field 'other'/ },
  { mistake: 'a path field that is no scalar', change: onHttp('ListSpecimens', get('/specimens/{names}')), problem: /'names' must be a scalar/ },
  { mistake: 'a body field that does not exist', change: onHttp('LabelSpecimen', body('other')), problem: /has no field 'other'/ },
  { mistake: 'a body field that is a scalar', change: onHttp('LabelSpecimen', body('dry_run')), problem: /'dry_run' must be a message/ },
  { mistake: 'a body on GET', change: onHttp('GetSpecimen', body('*')), problem: /GET has no body/ },
  { mistake: 'a path that is mapped twice', change: onHttp('GetOpenDay', get('/specimens/{code}')), problem: /mapped twice/ },
  { mistake: 'a message in a query', change: onHttp('CreateSpecimen', body('')), problem: /cannot come from the query/ },
  { mistake: 'a header for a field that does not exist', change: onRule('UpdateSpecimen', header('other')), problem: /has no field 'other'/ },
  { mistake: 'an unknown error code', change: onRule('GetSpecimen', (rule) => void rule.errors.push('NOPE')), problem: /NOPE/ },
  { mistake: 'a status that is no success', change: onRule('GetSpecimen', (rule) => void (rule.status = 404)), problem: /2xx/ },
  { mistake: 'a further path without a verb', change: onRule('UpdateSpecimen', (rule) => void rule.also.push('/x')), problem: /verb and a path/ },
  { mistake: 'a form without its body', change: onRule('ListSpecimens', (rule) => void (rule.multipart = true)), problem: /multipart/ },
  { mistake: 'an unknown code of a path', change: onField('GetSpecimenRequest', 'specimen_id', (rule) => void (rule.notFound = 'NOPE')), problem: /NOPE/ },
  { mistake: 'an id in a path without its code', change: onField('GetSpecimenRequest', 'specimen_id', (rule) => void (rule.notFound = '')), problem: /needs not_found/ },
  { mistake: 'a code of a path outside a path', change: onField('CreateSpecimenRequest', 'owner_id', (rule) => void (rule.notFound = 'USER_NOT_FOUND')), problem: /not in the path/ },
  { mistake: 'a union member without tags', change: onField('CreateSpecimenRequest', 'plant', (rule) => void (rule.tags = [])), problem: /no tag/ },
  { mistake: 'a tag that is used twice', change: onField('CreateSpecimenRequest', 'plant', (rule) => void rule.tags.push('STONE')), problem: /repeats the tag STONE/ },
  { mistake: 'an unknown code of a union', change: onUnion('CreateSpecimenRequest', (rule) => void (rule.code = 'NOPE')), problem: /NOPE/ },
  { mistake: 'a discriminator that is a key too', change: onUnion('CreateSpecimenRequest', (rule) => void (rule.discriminator = 'name')), problem: /'name' twice/ },
  { mistake: 'an outcome without its status', change: onField('UpdateSpecimenResponse', 'challenge', (rule) => void (rule.status = 0)), problem: /name its status/ },
]; // biome-ignore format: a table

test.each(mistakes)('$mistake is reported at start', ({ change, problem }) => {
  const service = changed(change);

  expect(() => compileAll(service)).toThrow(problem);
  expect(() => compileAll(service)).toThrow(MappingMistake);
});

test('without a mistake every route compiles', () => {
  expect(compileAll(SpecimenService)).toBe(11);
  expect(compileAll(changed(() => {}))).toBe(11);
});

function compileAll(service: DescService): number {
  const routes = compileRoutes([service]);
  for (const route of routes) {
    compileRequest(route);
    compileResponse(route);
  }
  return routes.length;
}

function onHttp(method: string, edit: (rule: HttpRule) => void): Change {
  return onOptions((copy) => copy.service[0]?.method.find(({ name }) => name === method)?.options, http, edit);
}

function onRule(method: string, edit: (rule: MethodRule) => void): Change {
  return onOptions((copy) => copy.service[0]?.method.find(({ name }) => name === method)?.options, methodRule, edit);
}

function onField(message: string, field: string, edit: (rule: FieldRule) => void): Change {
  const find = (copy: FileDescriptorProto) => copy.messageType.find(({ name }) => name === message);
  return onOptions((copy) => find(copy)?.field.find(({ name }) => name === field)?.options, fieldRule, edit);
}

function onUnion(message: string, edit: (rule: UnionRule) => void): Change {
  return onOptions((copy) => copy.messageType.find(({ name }) => name === message)?.oneofDecl[0]?.options, union, edit);
}

function onOptions<T>(
  find: (copy: FileDescriptorProto) => Message | undefined,
  extension: unknown,
  edit: (rule: T) => void,
): Change {
  return (copy) => {
    const on = [find(copy), extension] as [never, never];
    const rule = getExtension(...on) as T;
    edit(rule);
    setExtension(...on, rule as never);
  };
}

function get(path: string) {
  return (rule: HttpRule) => void (rule.pattern = { case: 'get', value: path });
}

function body(name: string) {
  return (rule: HttpRule) => void (rule.body = name);
}

function header(field: string) {
  return (rule: MethodRule) => void (rule.headers = rule.headers.map((binding) => ({ ...binding, field })));
}
