// Payments, newest first.
import { useState } from 'preact/hooks';
import { moneyText, timeText } from '../format.ts';
import { useRead } from '../live.ts';
import type { List, Payment } from '../model.ts';
import { Id, Problem, Status, Table } from '../parts.tsx';
import { isForOperators } from '../settings.ts';

const statuses = ['', 'PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'];

export function PaymentsView() {
  const [status, setStatus] = useState('');
  const { body, problem } = useRead<List<Payment>>(`/transactions?limit=50${status && `&status=${status}`}`);
  return (
    <>
      <h1>Payments</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Status{' '}
          <select value={status} onInput={({ currentTarget }) => setStatus(currentTarget.value)}>
            {statuses.map((one) => (
              <option key={one} value={one}>
                {one || 'any'}
              </option>
            ))}
          </select>
        </label>
      </form>
      <Problem text={problem} />
      <PaymentTable rows={problem === undefined ? body?.data : []} />
    </>
  );
}

export function PaymentTable({ rows }: { readonly rows: readonly Payment[] | undefined }) {
  return (
    <Table
      label="Payments"
      rows={rows}
      keyOf={({ id }) => id}
      empty={isForOperators ? 'No payments.' : 'No payments. Run a scenario under Sandbox.'}
      columns={[
        { title: 'Created', cell: ({ createdAt }) => <time dateTime={createdAt}>{timeText(createdAt)}</time> },
        { title: 'Payment', cell: ({ id }) => <Id id={id} /> },
        { title: 'Type', cell: ({ type }) => type },
        { title: 'Status', cell: ({ status }) => <Status value={status} /> },
        { title: 'Sent', cell: ({ sentAmount }) => moneyText(sentAmount), isNumber: true },
        { title: 'Received', cell: ({ receivedAmount }) => moneyText(receivedAmount), isNumber: true },
        { title: 'Customer', cell: ({ customerId }) => <Id id={customerId} /> },
      ]}
    />
  );
}
