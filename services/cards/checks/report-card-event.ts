// Checks of reported events of the card network that depend on the event only.
import { CardEventKind, type ReportCardEventRequest } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';

const withoutAmount: ReadonlySet<CardEventKind> = new Set([CardEventKind.RETURN_REVERSAL, CardEventKind.REVERSAL]);
const withAmount: ReadonlySet<CardEventKind> = new Set([CardEventKind.RETURN, CardEventKind.ADVICE]);

export function checkReportCardEvent({ kind, amount }: ReportCardEventRequest): FieldError[] {
  if (withoutAmount.has(kind) && amount !== 0n) return [{ field: 'amount', message: 'must be 0 for this event' }];
  if (withAmount.has(kind) && amount === 0n) return [{ field: 'amount', message: 'must be greater than 0' }];
  return [];
}
