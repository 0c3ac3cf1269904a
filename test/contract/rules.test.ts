// The validation rules of requests. A running process compiles them lazily; this test finds mistakes early.
import { expect, test } from 'vitest';
import { services } from '../../services/all.ts';
import { isUnary } from '../../services/kit/messages/options.ts';
import { prepareValidation } from '../../services/kit/messages/validate.ts';

test('the rules of every request compile', () => {
  const methods = services.flatMap(({ serves }) => serves.flatMap(({ desc }) => desc.methods)).filter(isUnary);

  for (const { input } of methods) expect(() => prepareValidation(input), input.typeName).not.toThrow();
});

test('every check is for requests to its own service', () => {
  for (const { name, serves, checks = [] } of services) {
    const inputs = serves.flatMap(({ desc }) => desc.methods.map(({ input }) => input));
    for (const { message } of checks) expect(inputs, `${name}: ${message.typeName}`).toContain(message);
  }
});
