// Properties of every message and every body.
import { create, equals } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { UpdateSpecimenResponseSchema } from '../../gen/payments/test/v1/specimen_changes_pb.ts';
import { SpecimenSchema } from '../../gen/payments/test/v1/specimen_pb.ts';
import { compileCodec } from '../../services/kit/messages/json/compile-codec.ts';
import { FieldProblems } from '../../services/kit/messages/json/problems.ts';
import { anyBody, anyMessage, anyQuery } from './any-message.ts';
import { openBench, prefix, specimenId } from './specimens.ts';

test('reading a written message returns the same message', () => {
  const codec = compileCodec(SpecimenSchema);

  fc.assert(
    fc.property(anyMessage(SpecimenSchema, 2), (message) => {
      const problems = new FieldProblems();
      const text = JSON.stringify(codec.encode(message));
      const again = codec.decode(JSON.parse(text), problems);

      expect(problems.errors).toEqual([]);
      expect(equals(SpecimenSchema, again as unknown as never, message as never), text).toBe(true);
    }),
    { numRuns: 300 },
  );
});

const urls = [
  ['POST', '/specimens'],
  ['PATCH', `/specimens/${specimenId}`],
  ['PUT', `/specimens/${specimenId}/label`],
  ['POST', '/specimens/press'],
  ['POST', `/specimens/${specimenId}/scans`],
] as const;

test('no body and no query breaks a route or changes a prototype', async () => {
  const unchanged = create(UpdateSpecimenResponseSchema, { outcome: { case: 'unchanged', value: {} } });
  const { app } = await openBench({ reply: ({ method }) => (method === 'UpdateSpecimen' ? { message: unchanged } : {}) });
  const legal = new Set([200, 201, 202, 204, 400, 404]);

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...urls), anyBody(), anyQuery(), async ([method, url], payload, query) => {
      const headers = { authorization: 'all', 'content-type': 'application/json', 'idempotency-key': 'k' };
      const answer = await app.inject({ method, url: prefix + url, headers, payload, query });

      expect(legal.has(answer.statusCode), `${answer.statusCode} ${answer.body}`).toBe(true);
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
