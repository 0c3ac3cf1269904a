// Converts cards to messages, and requests and messages of other services to types of the domain.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type InternalAccount,
  InternalAccountStatus,
  InternalAccountType,
} from '../../gen/payments/accounts/v1/internal_account_pb.ts';
import {
  CardBrand,
  CardForm,
  type Card as CardMessage,
  CardSchema,
  CardState,
  CardStateReason,
  CardStateSchema,
  type UpdateCardRequest,
  UpdateCardRequestSchema,
} from '../../gen/payments/cards/v1/card_pb.ts';
import { publicId, uuidIn } from '../kit/core/ids.ts';
import { enumNames } from '../kit/messages/json/enums.ts';
import { maskOf, namedFields } from '../kit/messages/update-mask.ts';
import type { Card, CardState as State } from './domain/card.ts';
import { type FundingAccount, programs } from './domain/program.ts';
import type { CardUpdate, RequestedState } from './domain/update.ts';

export function toCard(card: Card): CardMessage {
  const { id, cardholderId, platformCardId, state, stateReason, currency, issued, sources, maxSpend, createdAt, updatedAt } =
    card;
  return create(CardSchema, {
    id: publicId('Card', id),
    cardholderId: publicId('Customer', cardholderId),
    platformCardId,
    state: CardState[state],
    form: CardForm.VIRTUAL,
    fundingSources: sources.map(({ accountId }) => publicId('InternalAccount', accountId)),
    currency,
    ...(stateReason && { stateReason: CardStateReason[stateReason] }),
    ...(issued && { ...issued, brand: CardBrand[programs[currency].brand] }),
    ...(maxSpend !== undefined && { maxSpendPerTransaction: maxSpend }),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  });
}

const states = enumNames(CardStateSchema);

/** The state of a filter. */
export function toState(state: CardState | undefined): State | undefined {
  return state === undefined ? undefined : (states.byNumber.get(state) as State | undefined);
}

/** The names of the fields that a request changes. */
export function changedFields(request: UpdateCardRequest): ReadonlySet<string> {
  const mask = maskOf(request.updateMask);
  const { id: _, updateMask: __, ...named } = namedFields(UpdateCardRequestSchema, request, mask);
  const isLimitCleared = mask?.includes('max_spend_per_transaction') === true;
  return new Set([...Object.keys(named), ...(isLimitCleared ? ['maxSpendPerTransaction'] : [])]);
}

/** `accounts`: of the requested funding sources. */
export function toUpdate(request: UpdateCardRequest, accounts: CardUpdate['accounts']): CardUpdate {
  const changed = changedFields(request);
  const state = toState(request.state) as RequestedState | undefined;
  return {
    ...(changed.has('state') && { state }),
    ...(accounts && { accounts }),
    ...(changed.has('maxSpendPerTransaction') && { maxSpend: { to: request.maxSpendPerTransaction } }),
  };
}

export function toFundingAccount({ id, customerId, balance, status, type }: InternalAccount): FundingAccount {
  return {
    id: uuidIn(id),
    customerId: customerId === undefined ? undefined : uuidIn(customerId),
    currency: balance?.currency?.code ?? '',
    isActive: status === InternalAccountStatus.ACTIVE,
    isWallet: type === InternalAccountType.EMBEDDED_WALLET,
  };
}
