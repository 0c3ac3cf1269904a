// The tables of operators, described in `store/operator-records.ts`.
export const operators = `
    create table operator (
      id uuid primary key,
      name text not null,
      scopes int[] not null,
      token_hash bytea not null unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3)
    );`;
