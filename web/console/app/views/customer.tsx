// A customer with its accounts, verifications and payments.
import { moneyText, timeText } from '../format.ts';
import { useLive, useRead } from '../live.ts';
import { type Account, type Customer, type List, nameOf, type Payment, type Verification } from '../model.ts';
import { Action, type Column, Facts, Json, Problem, Status, Table } from '../parts.tsx';
import { isForOperators } from '../settings.ts';
import { PaymentTable } from './payments.tsx';

export function CustomerView({ id }: { readonly id: string }) {
  const { body: customer, problem } = useRead<Customer>(`/customers/${id}`);
  if (!customer) return problem === undefined ? <p class="hint">Loading…</p> : <Problem text={problem} />;
  return (
    <>
      <h1>{nameOf(customer)}</h1>
      <Facts
        facts={{
          Id: <code>{id}</code>,
          Type: customer.customerType,
          Verification: <Status value={customer.kycStatus ?? customer.kybStatus} />,
          Region: customer.region,
          'UMA address': customer.umaAddress,
          Created: timeText(customer.createdAt),
        }}
      />
      <Accounts id={id} />
      <Verifications id={id} />
      <Payments id={id} />
      <Json label="Resource" body={customer} />
    </>
  );
}

function Accounts({ id }: { readonly id: string }) {
  const { body } = useRead<List<Account>>(`/customers/internal-accounts?customerId=${id}`);
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">Accounts</h2>
      <Table
        label="Accounts"
        rows={body?.data}
        keyOf={(account) => account.id}
        empty="No accounts."
        columns={[
          { title: 'Available', cell: ({ balance }) => moneyText(balance), isNumber: true },
          { title: 'Total', cell: ({ totalBalance }) => moneyText(totalBalance), isNumber: true },
          { title: 'Status', cell: ({ status }) => <Status value={status} /> },
          { title: 'Type', cell: (account) => <code title={account.id}>{account.type}</code> },
          ...(isForOperators ? [] : [funding]),
        ]}
      />
    </section>
  );
}

const funding: Column<Account> = { title: 'Money', cell: (account) => <Fund account={account} /> };

function Fund({ account: { id, balance } }: { readonly account: Account }) {
  const { api } = useLive();
  const { currency } = balance;
  const amount = 100 * 10 ** (currency.decimals ?? 0);
  const run = () => api.post(`/sandbox/internal-accounts/${id}/fund`, { amount });
  return <Action label={`Add ${moneyText({ amount, currency })}`} run={run} isQuiet />;
}

function Verifications({ id }: { readonly id: string }) {
  const { body } = useRead<List<Verification>>(`/verifications?customerId=${id}`);
  return (
    <section aria-labelledby="verifications">
      <h2 id="verifications">Verifications</h2>
      <Table
        label="Verifications"
        rows={body?.data}
        keyOf={(one) => one.id}
        empty="No verifications were submitted."
        columns={[
          { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
          { title: 'Status', cell: ({ verificationStatus }) => <Status value={verificationStatus} /> },
          { title: 'To fix', cell: ({ errors }) => errors.map(({ reason }) => reason).join(' ') || '–' },
        ]}
      />
    </section>
  );
}

function Payments({ id }: { readonly id: string }) {
  const { body } = useRead<List<Payment>>(`/transactions?customerId=${id}&limit=50`);
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      <PaymentTable rows={body?.data} />
    </section>
  );
}
