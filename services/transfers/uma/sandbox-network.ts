// The sandbox's UMA network: one institution, with customers identified by labels.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { UmaAddress } from '../../kit/messages/uma-address.ts';
import type { CustomerFields } from '../domain/uma/customer-fields.ts';
import { type SandboxLabel, sandboxLabelOf, sandboxPerson, slowMs } from '../domain/uma/sandbox-labels.ts';
import type { Report } from '../rails/rail.ts';
import type { UmaNetwork } from './network.ts';

export interface SandboxUma {
  readonly host: string;
  /** Divides delays. */
  readonly timeScale: number;
}

const min = 100n;
const max = 10_000_000n;
const payerFields = ['FULL_NAME', 'BIRTH_DATE'].map((name) => ({ name, isMandatory: true }));
const receiverFields = [
  { name: 'FULL_NAME', isMandatory: true },
  { name: 'COUNTRY_OF_RESIDENCE', isMandatory: false },
];

export function sandboxUma({ host, timeScale }: SandboxUma): UmaNetwork {
  const delayMs = slowMs / timeScale;
  return {
    lookUp: async ({ environment, receiver }) => {
      if (environment === 'production') throw unreachable(receiver);
      const { currency } = labelAt(host, receiver);
      return { accepted: [{ currency, min, max }], payerFields };
    },
    requestPayment: async ({ receiver, required }) => {
      labelAt(host, receiver);
      return fieldsNamed(required.map(({ name }) => name));
    },
    submit: async ({ receiver }) => reportOf(labelAt(host, receiver), delayMs),
    check: async () => delivered,
    requiredFields: async () => receiverFields,
    isBlocked: async ({ sender }) => labelAt(host, sender).fate === 'BLOCKED',
    disclose: async (_, names) => fieldsNamed(names),
    accept: async ({ sender }, round) => {
      const isSlow = labelAt(host, sender).fate === 'SLOW' && round === 0;
      return isSlow ? { state: 'WAITING', nextAfterMs: delayMs } : { state: 'ARRIVED' };
    },
    returnFunds: async () => undefined,
  };
}

/** Throws LNURLP_REQUEST_FAILED for another host, UMA_NOT_FOUND for an unknown name. */
function labelAt(sandboxHost: string, address: UmaAddress): SandboxLabel {
  if (address.host !== sandboxHost) throw unreachable(address);
  const label = sandboxLabelOf(address.name);
  if (label) return label;
  throw fail(ErrorCode.UMA_NOT_FOUND, `No customer has the UMA address ${address.text}.`);
}

function unreachable({ host }: UmaAddress) {
  return fail(ErrorCode.LNURLP_REQUEST_FAILED, `The institution behind ${host} cannot be reached.`);
}

const delivered: Report = { outcome: { kind: 'DELIVERED' } };

const blocked: Report = { outcome: { kind: 'FAILED', failure: 'COMPLIANCE_REJECTED' } };

function reportOf({ fate }: SandboxLabel, delayMs: number): Report {
  if (fate === 'SLOW') return { nextAfterMs: delayMs };
  return fate === 'BLOCKED' ? blocked : delivered;
}

function fieldsNamed(names: readonly string[]): CustomerFields {
  const known = names.flatMap((name) => (sandboxPerson[name] === undefined ? [] : [[name, sandboxPerson[name]] as const]));
  return Object.fromEntries(known);
}
