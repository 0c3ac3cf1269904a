// Customers who visit the hosted page, and their forms.
import { business, type CustomersWorld } from '../../services/customers/customers-world.ts';
import { pdf } from '../../services/customers/documents.ts';

export const scan = (name: string, bytes: Uint8Array = pdf) =>
  new File([Uint8Array.from(bytes)], name, { type: 'application/pdf' });

export function visitorsIn(world: CustomersWorld) {
  async function newCustomer(body: object): Promise<string> {
    return (await world.rest('POST', '/customers', { body })).body.id;
  }

  const newIndividual = (suffix: string, fields: object = {}) =>
    newCustomer({ customerType: 'INDIVIDUAL', fullName: `Ada Lovelace ${suffix}`, ...fields });
  const newBusiness = (registrationNumber: string) =>
    newCustomer({ ...business, businessInfo: { ...business.businessInfo, registrationNumber } });
  const show = async (customerId: string) => (await world.rest('GET', `/customers/${customerId}`)).body;
  const verificationsOf = async (customerId: string) =>
    (await world.rest('GET', `/verifications?customerId=${customerId}`)).body.data;

  const open = (link: string) => world.app.inject({ method: 'GET', url: link });

  /** Sends the form, with these fields. */
  function send(link: string, fields: Readonly<Record<string, string | File>> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return world.app.inject({ method: 'POST', url: link, payload: form as never });
  }

  return { newIndividual, newBusiness, show, verificationsOf, open, send };
}
