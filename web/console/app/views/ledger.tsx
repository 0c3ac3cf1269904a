// The books: house accounts, and the latest journals.
import { timeText } from '../format.ts';
import { useRead } from '../live.ts';
import type { HouseBalance, Journal, List } from '../model.ts';
import { Id, Problem, Table } from '../parts.tsx';

export function LedgerView() {
  const { body: accounts, problem } = useRead<List<HouseBalance>>('/sandbox/ledger/accounts');
  const { body: journals } = useRead<List<Journal>>('/sandbox/ledger/journals?limit=50');
  return (
    <>
      <h1>Ledger</h1>
      <p class="hint">Amounts are in the smallest unit of the currency. A credit is positive.</p>
      <Problem text={problem} />
      <section aria-labelledby="houses">
        <h2 id="houses">House accounts</h2>
        <Table
          label="House accounts"
          rows={accounts?.data}
          keyOf={({ account, currency }) => `${account} ${currency}`}
          empty="Nothing is booked yet."
          columns={[
            { title: 'Account', cell: ({ account }) => account },
            { title: 'Balance', cell: ({ balance, currency }) => `${currency} ${balance.toLocaleString('en')}`, isNumber: true },
          ]}
        />
      </section>
      <section aria-labelledby="journals">
        <h2 id="journals">Journals</h2>
        <ol class="timeline">
          {(journals?.data ?? []).map((journal) => (
            <li key={journal.id}>
              <time dateTime={journal.bookedAt}>{timeText(journal.bookedAt)}</time>
              <div>
                <b>{journal.step}</b>
                {journal.transactionId !== undefined && (
                  <>
                    {' of '}
                    <Id id={journal.transactionId} />
                  </>
                )}
                <JournalLegs journal={journal} />
              </div>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

export function JournalLegs({ journal: { id, step, legs } }: { readonly journal: Journal }) {
  return (
    <Table
      label={`Legs of ${step}`}
      rows={legs.map((leg, line) => ({ ...leg, key: `${id} ${line}` }))}
      keyOf={({ key }) => key}
      empty="No legs."
      columns={[
        {
          title: 'Account',
          cell: ({ account, part }) => (
            <>
              {account.startsWith('InternalAccount:') ? <Id id={account} /> : account} {part?.toLowerCase()}
            </>
          ),
        },
        {
          title: 'Amount',
          cell: ({ amount, currency }) => `${currency} ${amount.toLocaleString('en', { signDisplay: 'exceptZero' })}`,
          isNumber: true,
        },
      ]}
    />
  );
}
