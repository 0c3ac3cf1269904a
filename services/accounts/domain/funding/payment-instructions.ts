// Payment instructions for a single payment: like those of an account, but with coordinates and a reference of the payment.
import { BitcoinNetwork } from '../../../../gen/payments/accounts/v1/payment_wallets_pb.ts';
import { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';
import { taprootAddress } from './addresses.ts';
import { pixPayload } from './checked.ts';
import type { Coordinates } from './coordinates.ts';
import { coordinatesOf, type Fundable, ordinary, seedOf } from './instructions.ts';
import { lightningInvoice } from './lightning-invoice.ts';

export interface Payable extends Fundable {
  /** In the smallest unit. */
  readonly amount: bigint;
  /** For crypto assets only. */
  readonly networks: readonly string[];
  /** The payment reference. */
  readonly reference: string;
  readonly at: Date;
}

/** All entries are alternatives. Empty if no instant rail collects the currency. */
export function paymentCoordinatesOf(payable: Payable): Coordinates[] {
  const { networks } = payable;
  const general = coordinatesOf(payable);
  if (networks.length === 0) return general.map((info) => forPayment(info, payable)).flatMap(onInstantRails);
  return networks.flatMap((network) => onNetwork(network, payable) ?? general.filter((info) => info.case === wallets[network]));
}

const wallets: Readonly<Record<string, Coordinates['case']>> = {
  BASE: 'baseWallet',
  ETHEREUM: 'ethereumWallet',
  PLASMA: 'plasmaWallet',
  POLYGON: 'polygonWallet',
  SOLANA: 'solanaWallet',
  SPARK: 'sparkWallet',
  TRON: 'tronWallet',
};

/** Networks that are used for single payments, but not for accounts. */
function onNetwork(network: string, { id, amount, reference, environment, at }: Payable): Coordinates | undefined {
  const isTest = environment === 'sandbox';
  if (network === 'LIGHTNING') {
    const make = (attempt: number) => ({ amount, at, isTest, description: reference, seed: seedOf(id, network, attempt) });
    return { case: 'lightning', value: { invoice: ordinary((attempt) => lightningInvoice(make(attempt))) } };
  }
  if (network !== 'BITCOIN') return undefined;
  const address = ordinary((attempt) => taprootAddress(seedOf(id, network, attempt), { isTest }));
  return { case: 'bitcoin', value: { address, network: BitcoinNetwork.BITCOIN } };
}

/** The payment's own reference. */
function forPayment(info: Coordinates, { id, reference }: Payable): Coordinates {
  if (info.case === 'brlAccount') {
    const bare = reference.replaceAll('-', '');
    return { case: info.case, value: { qrCode: ordinary((attempt) => pixPayload({ key: id, reference: `${bare}${attempt}` })) } };
  }
  if (info.case === 'copAccount') return { case: info.case, value: { paymentUrl: `https://collect.example/co/${reference}` } };
  if (!info.value || !('reference' in info.value)) return info;
  return { ...info, value: { ...info.value, reference } } as Coordinates;
}

const { FAST, FASTER_PAYMENTS, FEDNOW, PAYNOW, PIX, RTP, SEPA_INSTANT, SPEI, UPI } = PaymentRail;
/** Those that qualify for just-in-time funding. */
const instantRails = new Set<PaymentRail>([FAST, FASTER_PAYMENTS, FEDNOW, PAYNOW, PIX, RTP, SEPA_INSTANT, SPEI, UPI]);

/** The same coordinates for instant rails only. None if they name only other rails. Codes, pages and addresses name no rails. */
export function onInstantRails<Info extends { readonly value?: unknown }>(info: Info): Info[] {
  const { paymentRails = [] } = Object(info.value) as { paymentRails?: PaymentRail[] };
  const instant = paymentRails.filter((rail) => instantRails.has(rail));
  if (instant.length === paymentRails.length) return [info];
  return instant.length > 0 ? [{ ...info, value: { ...Object(info.value), paymentRails: instant } }] : [];
}
