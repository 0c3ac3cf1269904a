// Lists for account types: the SEPA zone, and the currencies of bank payouts.
import { currencies } from '../../../kit/core/currencies.ts';

/** ISO 3166-1 alpha-2 codes of the SEPA zone, for EUR accounts. */
export const sepaZone = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE CH'.split(' ');

/** Codes of the currencies of bank payouts. Argentine pesos are only collected. */
export const payoutCurrencies = currencies.filter(({ kind, code }) => kind === 'fiat' && code !== 'ARS').map(({ code }) => code);
