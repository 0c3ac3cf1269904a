// The column `details` of a transaction: what its kind has of its own and is not searched by.
import type { Funding } from '../domain/payment/payment.ts';
import type { QuoteDetails } from '../domain/payment/quote-details.ts';
import type { Realtime } from '../domain/shared/transaction-core.ts';

/** Amounts are text in JSON, whose numbers are not exact. */
export interface DetailsJson {
  readonly quote?: QuoteJson;
  readonly funding?: FundingJson;
  readonly pullRail?: string;
  readonly deposit?: { readonly rail: string; readonly isCrypto?: boolean; readonly key: string };
  readonly debit?: { readonly rail: string; readonly returnBy: string };
  readonly realtime?: Realtime;
}

export type QuoteJson = Omit<QuoteDetails, 'fees' | 'uma' | 'remittanceInformation'> & {
  readonly fees: Record<keyof QuoteDetails['fees'], string>;
};

/** The account that pays, and what has arrived, have columns. */
export type FundingJson = Funding extends infer One ? (One extends Funding ? Omit<One, 'sender' | 'arrived'> : never) : never;
