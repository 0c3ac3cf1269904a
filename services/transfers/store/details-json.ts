// The column `details` of a transaction: fields of its kind that are not searched.
import type { Funding } from '../domain/payment/payment.ts';
import type { QuoteDetails } from '../domain/payment/quote-details.ts';
import type { Realtime } from '../domain/shared/transaction-core.ts';

/** Amounts are text, because JSON numbers are not exact. */
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

/** The paying account and the received amount have columns. */
export type FundingJson = Funding extends infer One ? (One extends Funding ? Omit<One, 'sender' | 'arrived'> : never) : never;
