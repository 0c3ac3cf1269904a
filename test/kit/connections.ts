// Connections of the tests themselves to databases. A new one costs as much as dozens of statements, so each is kept for its test file.
import { Client } from 'pg';
import { atEndOfFile } from './file-end.ts';

const open = new Map<string, Promise<Client>>();

/** Shared by the callers of a test file. It is replaced if it breaks. */
export function connectionTo(connectionString: string): Promise<Client> {
  const known = open.get(connectionString);
  if (known) return known;
  const client = new Client({ connectionString });
  const forget = () => void (open.get(connectionString) === made && open.delete(connectionString));
  client.on('error', () => undefined).once('end', forget); // 'end' follows an error
  const made = client.connect().then(() => client);
  made.catch(forget);
  open.set(connectionString, made);
  atEndOfFile(() => {
    forget();
    return made.then(
      () => client.end(),
      () => undefined,
    );
  });
  return made;
}
