// The customers service behind the real gateway; the services of accounts and webhooks are observed instead of run.
import { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { type AcceptEventsRequest, EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { type PlatformOptions, startWorld, type World, type WorldOptions } from '../../kit/platform.ts';
import { type SharedWorld, sharedWorld } from '../../kit/shared-world.ts';
import { upToCustomers } from '../../kit/world-forms.ts';

/** Calls to the accounts service about customers, in order. */
export interface AccountCall {
  readonly name: string;
  readonly customerId: string;
  readonly currencies?: readonly string[];
}

interface Observed {
  accountCalls(customerId: string): AccountCall[];
  /** The event bodies about a customer and its verifications, after all due work has run. */
  events(customerId: string): Promise<Record<string, unknown>[]>;
}

export type CustomersWorld = World & Observed;

export async function startCustomers(options: Omit<WorldOptions, 'doors'> = {}): Promise<CustomersWorld> {
  return observed(await startWorld({ ...options, ...upToCustomers }));
}

export type SharedCustomers = SharedWorld & Observed;

export async function sharedCustomers(): Promise<SharedCustomers> {
  return observed(await sharedWorld(upToCustomers));
}

async function observed<W extends SharedWorld>(world: W): Promise<W & Observed> {
  await world.settle(); // a new platform's job that opens accounts of its customers
  return {
    ...world,
    newPlatform: async (made?: PlatformOptions) => {
      const tenant = await world.newPlatform(made);
      await world.settle();
      return tenant;
    },
    accountCalls: (customerId) => accountCalls(world, customerId),
    events: async (customerId) => {
      await world.settle();
      const isAbout = ({ id, customerId: of }: { id?: string; customerId?: string }) => id === customerId || of === customerId;
      return eventBodies(world).filter(({ data }) => isAbout(data as object));
    },
  };
}

export const individual = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } as const;

export const business = {
  customerType: 'BUSINESS',
  businessInfo: { legalName: 'Acme Inc', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' },
} as const;

export const address = { line1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' } as const;

/** The majority owner of a business. */
export function owner(customerId: string, personal: object = {}) {
  return {
    customerId,
    roles: ['UBO', 'CONTROL_PERSON'],
    ownershipPercentage: 60,
    personalInfo: {
      firstName: 'Grace',
      lastName: 'Hopper',
      birthDate: '1980-12-09',
      nationality: 'US',
      address,
      idType: 'SSN',
      identifier: '187-65-4321',
      ...personal,
    },
  };
}

/** The field errors of a refusal, by field. */
export function fieldsOf(body: { details?: { errors?: { field: string }[] } }): string[] {
  return (body.details?.errors ?? []).map(({ field }) => field).sort();
}

function accountCalls({ absent }: SharedWorld, customerId: string): AccountCall[] {
  return absent.calls
    .filter(({ method }) => method.parent.typeName === AccountDirectoryService.typeName)
    .flatMap(({ method, request }) => {
      const { openings } = request as unknown as { openings?: AccountCall[] };
      const parts = openings ?? [request as unknown as AccountCall];
      return parts.map(({ customerId: of, currencies }) => ({
        name: method.name,
        customerId: of,
        ...(currencies && { currencies: [...currencies] }),
      }));
    })
    .filter((call) => call.customerId === customerId);
}

function eventBodies({ absent }: SharedWorld): Record<string, unknown>[] {
  return absent.calls
    .filter(({ method }) => method === EventService.method.acceptEvents)
    .flatMap(({ request }) => (request as AcceptEventsRequest).events)
    .map(({ body }) => JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>);
}
