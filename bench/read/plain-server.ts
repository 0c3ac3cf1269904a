// The reference: bare handlers in their own process, with the same statements and bytes.
import Fastify from 'fastify';
import { Pool } from 'pg';
import { type CustomerRow, customerJson } from './plain-customer.ts';
import type { ReadStatements } from './statements.ts';

const { DATABASE_URL = '', STATEMENTS = '' } = process.env;
const { find, page, count } = JSON.parse(STATEMENTS) as ReadStatements;
const pool = new Pool({ connectionString: DATABASE_URL, options: '-c search_path=customers', max: 10 });
const app = Fastify({ logger: false });

app.get<{ Params: { id: string } }>('/customers/:id', async ({ params }, reply) => {
  const id = params.id.slice('Customer:'.length);
  const { rows } = await pool.query<CustomerRow>(find.text, [...find.values.slice(0, -1), id]);
  reply.header('content-type', 'application/json; charset=utf-8');
  return rows[0] && JSON.stringify(customerJson(rows[0]));
});

app.get<{ Querystring: { limit: string } }>('/customers', async ({ query }, reply) => {
  const limit = Number(query.limit);
  const { rows: counted } = await pool.query<{ count: string }>(count.text, [...count.values]);
  const { rows } = await pool.query<CustomerRow>(page.text, [...page.values]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const nextCursor = last && Buffer.from(`${last.createdAt.getTime()}.${last.id}`).toString('base64url');
  reply.header('content-type', 'application/json; charset=utf-8');
  const total = Number(counted[0]?.count);
  return JSON.stringify({ data: shown.map(customerJson), hasMore, ...(hasMore && { nextCursor }), totalCount: total });
});

process.stdout.write(`  REST ${await app.listen({ host: '127.0.0.1', port: 0 })}/\n`);
