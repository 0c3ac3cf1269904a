// The grammar of path templates, production by production.
import { expect, test } from 'vitest';
import { fieldsOf, parseTemplate, shapeOf, toRouterPath } from '../../gateway/transcoder/template.ts';

const legal = [
  { template: '/a', path: '/a', shape: '/a', fields: [] },
  { template: '/a/b-c_d.e~f', path: '/a/b-c_d.e~f', shape: '/a/b-c_d.e~f', fields: [] },
  { template: '/{id}', path: '/:id', shape: '/{}', fields: ['id'] },
  { template: '/a/{a_id}', path: '/a/:a_id', shape: '/a/{}', fields: ['a_id'] },
  { template: '/a/{a_id=*}/b', path: '/a/:a_id/b', shape: '/a/{}/b', fields: ['a_id'] },
  { template: '/a/{a_id}/b/{b_id}', path: '/a/:a_id/b/:b_id', shape: '/a/{}/b/{}', fields: ['a_id', 'b_id'] },
];

test.each(legal)('$template is a path', ({ template, path, shape, fields }) => {
  const segments = parseTemplate(template);

  expect({ path: toRouterPath(segments), shape: shapeOf(segments), fields: fieldsOf(segments) }).toEqual({ path, shape, fields });
});

const illegal = [
  '',
  'a',
  '/',
  '/a/',
  '/a//b',
  '/*',
  '/**',
  '/{a=**}',
  '/{a=b/*}',
  '/{a.b}',
  '/{A}',
  '/{a',
  '/a}',
  '/a:verb',
  '/{a}:verb',
  '/{a}b',
  '/{}',
  '/{a}/{a}',
  '/ä',
  '/a?b',
];

test.each(illegal)('%j is refused', (template) => {
  expect(() => parseTemplate(template)).toThrow(template);
});
