// Checks of PATCH /cards/{id} that depend on the body only.
import { CardState, type UpdateCardRequest } from '../../../gen/payments/cards/v1/card_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';
import { changedFields } from '../convert.ts';

/** A card always has a funding source, and closing excludes other changes. */
export function checkUpdateCard(request: UpdateCardRequest): FieldError[] {
  const changed = changedFields(request);
  const errors: FieldError[] = [];
  if (changed.has('fundingSources') && request.fundingSources.length === 0)
    errors.push({ field: 'fundingSources', message: 'must name at least one internal account' });
  if (request.state === CardState.CLOSED && changed.size > 1)
    errors.push({ field: 'state', message: 'CLOSED must not be combined with other changes' });
  return errors;
}
