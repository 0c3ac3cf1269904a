// The servers that the URL of a database names.
import { expect, test } from 'vitest';
import { serverUrls } from '../../services/kit/storage/servers.ts';

test.each([
  ['postgresql://one/payments', ['postgresql://one/payments']],
  ['postgresql://one:5432,two:5433/payments', ['postgresql://one:5432/payments', 'postgresql://two:5433/payments']],
  [
    'postgres://ada:p,w%40d@one,[::1]:5433,three/payments?sslmode=require',
    [
      'postgres://ada:p,w%40d@one/payments?sslmode=require',
      'postgres://ada:p,w%40d@[::1]:5433/payments?sslmode=require',
      'postgres://ada:p,w%40d@three/payments?sslmode=require',
    ],
  ],
  ['postgresql://one/payments?options=-c%20a=b,c', ['postgresql://one/payments?options=-c%20a=b,c']],
])('%s', (url, servers) => {
  expect(serverUrls(url)).toEqual(servers);
});
