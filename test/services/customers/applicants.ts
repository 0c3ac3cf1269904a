// Sandbox customers for verification, and the results.
import { expect } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import { address, business, type SharedCustomers } from './customers-world.ts';

/** All required data of an individual, except for the name and the documents. */
export const complete = {
  birthDate: '1990-12-10',
  nationality: 'GB',
  address,
  idType: 'SSN',
  identifier: '123-45-6789',
} as const;

/** On a platform; the world's own by default. */
export function applicantsIn(world: SharedCustomers, { rest }: Pick<Tenant, 'rest'> = world) {
  return {
    newIndividual: async (suffix: string, fields: object = {}): Promise<string> => {
      const body = { customerType: 'INDIVIDUAL', fullName: `Ada Lovelace ${suffix}`, ...fields };
      return (await rest('POST', '/customers', { body })).body.id;
    },
    newBusiness: async (registrationNumber: string | undefined, fields: object = {}): Promise<string> => {
      const businessInfo = { ...business.businessInfo, ...(registrationNumber !== undefined && { registrationNumber }) };
      return (await rest('POST', '/customers', { body: { ...business, businessInfo, ...fields } })).body.id;
    },
    submit: (customerId: string) => rest('POST', '/verifications', { body: { customerId } }),
    show: async (customerId: string) => (await rest('GET', `/customers/${customerId}`)).body,
    /** Of the events, in order. */
    typesOf: async (customerId: string) => (await world.events(customerId)).map(({ type }) => type),
  };
}

/** The errors of a verification, without their messages. */
export function gapsIn(errors: { type: string; field?: string; resourceId: string }[], customerId: string): string[] {
  return errors.map(({ type, field, resourceId }) => {
    expect(resourceId).toBe(customerId);
    return field ?? type;
  });
}
