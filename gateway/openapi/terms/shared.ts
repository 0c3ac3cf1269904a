// Fields of many kinds of resources: ids, times, pages, names.

export const sharedTerms = {
  // Ids
  id: 'Id of the resource.',
  customerId: 'Id of the customer.',
  platformCustomerId: 'Your own id of the customer.',
  accountId: 'Id of the internal account.',
  internalAccountId: 'Id of the internal account.',
  quoteId: 'Id of the quote.',
  transactionId: 'Id of the transaction.',
  lookupId: 'Id of the lookup of the receiver.',
  externalAccountId: 'Id of the external account.',
  resetId: 'Id of the reset.',
  agentId: 'Id of the agent.',
  sourceAccountId: 'Id of the account that pays.',
  destinationAccountId: 'Id of the account that receives.',
  cardTransactionId: 'Id of the transaction of the card.',
  cardId: 'Id of the card.',
  credentialId: 'Id of the credential.',
  challengeId: 'Id of the challenge.',
  jobId: 'Id of the import, to request its progress.',

  // Times
  createdAt: 'When the resource was created.',
  updatedAt: 'When the resource was last changed.',
  expiresAt: 'When it expires.',
  completedAt: 'When it ended.',
  createdAfter: 'Only resources created at this time or later.',
  createdBefore: 'Only resources created at this time or earlier.',
  updatedAfter: 'Only resources changed at this time or later.',
  updatedBefore: 'Only resources changed at this time or earlier.',
  startDate: 'Only resources created at this time or later.',
  endDate: 'Only resources created at this time or earlier.',

  // Pages
  data: 'The results.',
  limit: 'Maximum number of results on a page.',
  cursor: '`nextCursor` of the previous page. Absent: the first page.',
  sortOrder: 'Order of the results.',
  hasMore: 'Whether there is another page.',
  nextCursor: 'Pass it as `cursor` to get the next page. Absent on the last page.',
  totalCount: 'Number of results on all pages.',

  // Amounts
  amount: 'The amount, in the smallest unit of its currency.',
  currency: 'The currency, as an ISO 4217 code or the ticker of a crypto asset.',
  currencies: 'Currencies, as ISO 4217 codes or tickers of crypto assets.',
  currencyCode: 'ISO 4217 code, or the ticker of a crypto asset.',
  symbol: 'Symbol of the currency: `$`.',
  decimals: 'Number of decimals of the smallest unit.',

  // Names, texts and states
  name: 'Name, as people see it.',
  nickname: 'A name that helps people to recognize it.',
  displayName: 'Name, as people see it.',
  description: 'A text for people.',
  country: 'Country, as an ISO 3166-1 alpha-2 code.',
  region: 'Region, as an ISO 3166 code.',
  url: 'The address.',
  status: 'Current state.',
  state: 'Current state.',
  type: 'The kind.',
  code: 'The code.',
  reason: 'The reason.',
  message: 'An explanation for people. It may change.',
  details: 'Further facts, by name.',
  provider: 'The provider.',

  // Errors of single fields
  errors: 'All errors that were found.',
  field: 'Path of the invalid field in the request: `accountInfo.iban`.',
  constraint: 'The rule that the value violates.',
  minLength: 'Minimum number of characters.',
  maxLength: 'Maximum number of characters.',
} as const;
