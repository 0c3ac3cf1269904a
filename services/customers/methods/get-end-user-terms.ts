// GetEndUserTerms: returns the current version.
import type { EndUserTermsService } from '../../../gen/payments/customers/v1/end_user_terms_pb.ts';
import type { CustomersMethod } from '../context.ts';

type GetEndUserTerms = typeof EndUserTermsService.method.getEndUserTerms;

export const getEndUserTerms: CustomersMethod<GetEndUserTerms> = async (_, { terms }) => terms.at(-1) ?? terms[0];
