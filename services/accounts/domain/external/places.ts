// Lists that account types refer to: the SEPA zone, and the currencies that banks are paid in.
import { currencies } from '../../../kit/core/currencies.ts';

/** ISO 3166-1 alpha-2 codes of the SEPA zone, as far as EUR accounts go. */
export const sepaZone = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE CH'.split(' ');

/** Codes of the currencies that a bank can be paid in. Pesos of Argentina are collected, and never paid out. */
export const payoutCurrencies = currencies.filter(({ kind, code }) => kind === 'fiat' && code !== 'ARS').map(({ code }) => code);
