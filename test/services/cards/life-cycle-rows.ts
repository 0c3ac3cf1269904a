// What events do to card transactions, a row each: the first message and the events, then what remains. Accounts start with 5,000. The number of
// the first message is the suffix of its merchant. Events with `network` are reported by the issuer, because the sandbox does not simulate them.
// Webhooks by their initials; settled and returned; pulls, clearings and returns as count/total; balance and total balance; what moved on
// the account (Available, Held), the card Network, the customer's Receivable and the Losses of the operator.

const table = `
authorization                                      | A       | AUTHORIZED        | - -       | 1/1000 0/0 0/0       | 4000 5000 | A-1000 H1000
authorization, clearing 400                        | A P     | PARTIALLY_SETTLED | 400 -     | 1/1000 1/400 0/0     | 4000 4600 | A-1000 H600 N400
authorization, clearing 400, clearing 100          | A P P   | PARTIALLY_SETTLED | 500 -     | 1/1000 2/500 0/0     | 4000 4500 | A-1000 H500 N500
authorization, clearing 400, clearing 600          | A P S   | SETTLED           | 1000 -    | 1/1000 2/1000 0/0    | 4000 4000 | A-1000 N1000
authorization, clearing 1200                       | A S     | SETTLED           | 1200 -    | 2/1200 1/1200 0/0    | 3800 3800 | A-1200 N1200
authorization, clearing 400, clearing 700          | A P S   | SETTLED           | 1100 -    | 2/1100 2/1100 0/0    | 3900 3900 | A-1100 N1100
authorization, clearing 5001                       | A E     | EXCEPTION         | 5001 -    | 2/1000 1/5001 0/0    | 4000 4000 | A-1000 N5001 R-4001
authorization, clearing 0                          | A S     | SETTLED           | - -       | 1/0 0/0 0/0          | 5000 5000 |
authorization, clearing 400, clearing 0            | A P S   | SETTLED           | 400 -     | 1/400 1/400 0/0      | 4600 4600 | A-400 N400
authorization, authorization_advice 1500           | A A     | AUTHORIZED        | - -       | 2/1500 0/0 0/0       | 3500 5000 | A-1500 H1500
authorization, authorization_advice 5001           | A A     | AUTHORIZED        | - -       | 2/1000 0/0 0/0       | 4000 5000 | A-1000 H1000
authorization, authorization_advice 700            | A A     | AUTHORIZED        | - -       | 1/700 0/0 0/0        | 4300 5000 | A-700 H700
authorization, authorization_advice 1000           | A A     | AUTHORIZED        | - -       | 1/1000 0/0 0/0       | 4000 5000 | A-1000 H1000
authorization, clearing 400, authorization_advice 400 | A P S | SETTLED          | 400 -     | 1/400 1/400 0/0      | 4600 4600 | A-400 N400
authorization, authorization_advice 5001, clearing 1100 | A A S | SETTLED        | 1100 -    | 3/1100 1/1100 0/0    | 3900 3900 | A-1100 N1100
authorization, clearing 1000, return 300           | A S S   | SETTLED           | 1000 300  | 1/1000 1/1000 1/300  | 4300 4300 | A-700 N700
authorization, clearing 1000, return 300, return 700 | A S S R | REFUNDED        | 1000 1000 | 1/1000 1/1000 2/1000 | 5000 5000 |
authorization, clearing 400, return 400            | A P P   | PARTIALLY_SETTLED | 400 400   | 1/1000 1/400 1/400   | 4400 5000 | A-600 H600
authorization, clearing 400, clearing 0, return 400 | A P S R | REFUNDED         | 400 400   | 1/400 1/400 1/400    | 5000 5000 |
authorization, clearing 5001, return 4500          | A E E   | EXCEPTION         | 5001 4500 | 2/1000 1/5001 1/4500 | 4499 4499 | A-501 N501
authorization, clearing 1000, return 300, return 700, return_reversal | A S S R S | SETTLED | 1000 300 | 1/1000 1/1000 1/300 | 4300 4300 | A-700 N700
authorization, clearing 1000, return 1000, spend 4500, return_reversal | A S R E | EXCEPTION | 1000 - | 1/1000 1/1000 0/0 | 500 5000 | N1000 R-1000
financial_authorization                            | S       | SETTLED           | 1000 -    | 1/1000 1/1000 0/0    | 4000 4000 | A-1000 N1000
balance_inquiry                                    | S       | SETTLED           | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization                               | A       | AUTHORIZED        | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization, clearing 1000                | A S     | SETTLED           | 1000 -    | 0/0 1/1000 0/0       | 6000 6000 | A1000 N-1000
credit_authorization_advice, clearing 400          | A P     | PARTIALLY_SETTLED | 400 -     | 0/0 1/400 0/0        | 5400 5400 | A400 N-400
credit_authorization, clearing 0                   | A S     | SETTLED           | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization, authorization_advice 400, clearing 400 | A A S | SETTLED   | 400 -     | 0/0 1/400 0/0        | 5400 5400 | A400 N-400
financial_credit_authorization                     | S       | SETTLED           | 1000 -    | 0/0 1/1000 0/0       | 6000 6000 | A1000 N-1000
authorization, clearing 400, clearing 5001         | A P E   | EXCEPTION         | 5401 -    | 2/1000 2/5401 0/0    | 4000 4000 | A-1000 N5401 R-4401
authorization, network reversal                    | A S     | SETTLED           | - -       | 1/0 0/0 0/0          | 5000 5000 |
authorization, clearing 400, network reversal      | A P S   | SETTLED           | 400 -     | 1/400 1/400 0/0      | 4600 4600 | A-400 N400
authorization, clearing 400, authorization_advice 1500 | A P P | PARTIALLY_SETTLED | 400 -   | 2/1500 1/400 0/0     | 3500 4600 | A-1500 H1100 N400
authorization, clearing 400, authorization_advice 5001 | A P P | PARTIALLY_SETTLED | 400 -   | 2/1000 1/400 0/0     | 4000 4600 | A-1000 H600 N400
authorization, clearing 400, authorization_advice 700 | A P P | PARTIALLY_SETTLED | 400 -    | 1/700 1/400 0/0      | 4300 4600 | A-700 H300 N400
authorization, clearing 5001, return 400           | A E E   | EXCEPTION         | 5001 400  | 2/1000 1/5001 1/400  | 4000 4000 | A-1000 N4601 R-3601
authorization 002                                  | E       | EXCEPTION         | - -       | 1/0 0/0 0/0          | 5000 5000 |
authorization 003                                  | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
authorization 005, wait 30                         | A       | AUTHORIZED        | - -       | 1/1000 0/0 0/0       | 4000 5000 | A-1000 H1000
authorization 006, wait 2                          | A E     | EXCEPTION         | - -       | 1/0 0/0 0/0          | 5000 5000 |
authorization 006, clearing 400, wait 2            | A P E   | EXCEPTION         | 400 -     | 1/0 1/400 0/0        | 5000 5000 | N400 R-400
authorization 006, wait 2, network clearing 700    | A E E   | EXCEPTION         | 700 -     | 1/0 1/700 0/0        | 5000 5000 | N700 R-700
authorization 006, wait 2, retry                   | A E S   | SETTLED           | - -       | 2/0 0/0 0/0          | 5000 5000 |
authorization 102, clearing 1200                   | A E     | EXCEPTION         | 1200 -    | 2/1000 1/1200 0/0    | 4000 4000 | A-1000 N1200 R-200
authorization 103, clearing 1200                   | A E     | EXCEPTION         | 1200 -    | 2/1000 1/1200 0/0    | 4000 4000 | A-1000 N1200 R-200
authorization 105, clearing 1200, wait 30          | A S     | SETTLED           | 1200 -    | 2/1200 1/1200 0/0    | 3800 3800 | A-1200 N1200
authorization 106, clearing 1200, wait 2           | A S E   | EXCEPTION         | 1200 -    | 2/1000 1/1200 0/0    | 4000 4000 | A-1000 N1200 R-200
authorization, clearing 5001, retry                | A E     | EXCEPTION         | 5001 -    | 3/1000 1/5001 0/0    | 4000 4000 | A-1000 N5001 R-4001
authorization, clearing 5001, fund 1, retry        | A E S   | SETTLED           | 5001 -    | 3/5001 1/5001 0/0    | 0 0       | A-5001 N5001
authorization, clearing 5001, close, write_off     | A E E   | EXCEPTION         | 5001 -    | 2/1000 1/5001 0/0    | 4000 4000 | A-1000 L-4001 N5001
authorization, close                               | A S     | SETTLED           | - -       | 1/0 0/0 0/0          | 5000 5000 |
authorization, clearing 400, close                 | A P S   | SETTLED           | 400 -     | 1/400 1/400 0/0      | 4600 4600 | A-400 N400
authorization, clearing 1000, close, return 1000   | A S R   | REFUNDED          | 1000 1000 | 1/1000 1/1000 1/1000 | 5000 5000 |
authorization, network reversal, network clearing 700 | A S S | SETTLED          | 700 -     | 2/700 1/700 0/0      | 4300 4300 | A-700 N700
authorization, network reversal, debit 4900, network clearing 700 | A S E | EXCEPTION | 700 - | 2/0 1/700 0/0      | 100 100   | N700 R-700
authorization, close, network clearing 700         | A S S   | SETTLED           | 700 -     | 2/700 1/700 0/0      | 4300 4300 | A-700 N700
authorization, close, debit 4900, network clearing 700 | A S E | EXCEPTION       | 700 -     | 2/0 1/700 0/0        | 100 100   | L-700 N700
authorization, clearing 1000, network clearing 700 | A S S   | SETTLED           | 1700 -    | 2/1700 2/1700 0/0    | 3300 3300 | A-1700 N1700
authorization, clearing 1000, return 1000, network clearing 700 | A S R S | SETTLED | 1700 1000 | 2/1700 2/1700 1/1000 | 4300 4300 | A-700 N700
financial_authorization 002                        | E       | EXCEPTION         | - -       | 1/0 0/0 0/0          | 5000 5000 |
financial_authorization 003                        | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
financial_authorization 005, wait 30               | S       | SETTLED           | 1000 -    | 1/1000 1/1000 0/0    | 4000 4000 | A-1000 N1000
financial_authorization 006, wait 2                | S E     | EXCEPTION         | 1000 -    | 1/0 1/1000 0/0       | 5000 5000 | N1000 R-1000
balance_inquiry 002                                | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
balance_inquiry 003                                | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
balance_inquiry 005, wait 30                       | S       | SETTLED           | - -       | 0/0 0/0 0/0          | 5000 5000 |
balance_inquiry 006                                | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization 002                           | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization 003                           | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization 005, wait 30                  | A       | AUTHORIZED        | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization 006                           | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization_advice 002                    | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization_advice 003                    | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization_advice 005, wait 30           | A       | AUTHORIZED        | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization_advice 006                    | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
financial_credit_authorization 002                 | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
financial_credit_authorization 003                 | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
financial_credit_authorization 005, wait 30        | S       | SETTLED           | 1000 -    | 0/0 1/1000 0/0       | 6000 6000 | A1000 N-1000
financial_credit_authorization 006                 | E       | EXCEPTION         | - -       | 0/0 0/0 0/0          | 5000 5000 |
credit_authorization, clearing 1000, network clearing 700 | A S S | SETTLED      | 1700 -    | 0/0 2/1700 0/0       | 6700 6700 | A1700 N-1700
credit_authorization, network reversal, network clearing 700 | A S S | SETTLED   | 700 -     | 0/0 1/700 0/0        | 5700 5700 | A700 N-700
authorization, freeze, clearing 400                | A P     | PARTIALLY_SETTLED | 400 -     | 1/1000 1/400 0/0     | 4000 4600 | A-1000 H600 N400
authorization, freeze, authorization_advice 1500   | A A     | AUTHORIZED        | - -       | 2/1500 0/0 0/0       | 3500 5000 | A-1500 H1500
authorization, clearing 1000, freeze, return 300   | A S S   | SETTLED           | 1000 300  | 1/1000 1/1000 1/300  | 4300 4300 | A-700 N700
authorization, limit 1, clearing 1200              | A S     | SETTLED           | 1200 -    | 2/1200 1/1200 0/0    | 3800 3800 | A-1200 N1200
authorization, limit 1, authorization_advice 1500  | A A     | AUTHORIZED        | - -       | 2/1500 0/0 0/0       | 3500 5000 | A-1500 H1500`;

/** An event with its amount. */
export type Step = readonly [event: string, amount: number | undefined];

export interface LifeCycle {
  readonly name: string;
  /** Of the message that opens the transaction, for 1,000. */
  readonly opening: string;
  /** Of its merchant. */
  readonly suffix: string;
  readonly steps: readonly Step[];
  /** What remains, as written in the row. */
  readonly end: string;
}

export const lifeCycles: readonly LifeCycle[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [events = '', ...rest] = line.split('|').map((cell) => cell.trim());
    const [first = '', ...steps] = events.split(', ');
    const [opening = '', suffix = '000'] = first.split(' ');
    return { name: events, opening, suffix, steps: steps.map(stepOf), end: endOf(rest) };
  });

function stepOf(text: string): Step {
  const [, event = '', amount] = /^([a-z_ ]+?)(?: (\d+))?$/.exec(text) ?? [];
  return [event, amount === undefined ? undefined : Number(amount)];
}

export function endOf(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.trim())
    .join(' | ')
    .trim();
}
