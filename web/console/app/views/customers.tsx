// Customers, newest first.
import { timeText } from '../format.ts';
import { useRead } from '../live.ts';
import { type Customer, type List, nameOf } from '../model.ts';
import { Problem, Status, Table } from '../parts.tsx';
import { addressOf } from '../router.ts';
import { isForOperators } from '../settings.ts';

export function CustomersView() {
  const { body, problem } = useRead<List<Customer>>('/customers?limit=50');
  return (
    <>
      <h1>Customers</h1>
      <Problem text={problem} />
      <Table
        label="Customers"
        rows={problem === undefined ? body?.data : []}
        keyOf={({ id }) => id}
        empty={isForOperators ? 'No customers.' : 'No customers. Run a scenario under Sandbox.'}
        columns={[
          { title: 'Customer', cell: (one) => <a href={addressOf('customers', one.id)}>{nameOf(one)}</a> },
          { title: 'Type', cell: ({ customerType }) => customerType },
          { title: 'Verification', cell: ({ kycStatus, kybStatus }) => <Status value={kycStatus ?? kybStatus} /> },
          { title: 'Region', cell: ({ region }) => region ?? '' },
          { title: 'Your id', cell: ({ platformCustomerId }) => <code>{platformCustomerId}</code> },
          { title: 'Created', cell: ({ createdAt }) => <time dateTime={createdAt}>{timeText(createdAt)}</time> },
        ]}
      />
    </>
  );
}
