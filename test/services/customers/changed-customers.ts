// Customers to be updated.
import { expect } from 'vitest';
import { individual, type SharedCustomers } from './customers-world.ts';

/** Creates and updates customers. */
export function changesIn(world: SharedCustomers) {
  async function made(body: object = {}) {
    const answer = await world.rest('POST', '/customers', { body: { ...individual, ...body } });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
    world.rest('PATCH', `/customers/${id}`, { body: { customerType: 'INDIVIDUAL', ...body }, headers });

  return { made, patch };
}
