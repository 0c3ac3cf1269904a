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
    );

    create table operator_entry (
      sequence bigint primary key,
      created_at timestamptz(3) not null,
      kind text not null,
      operator_id uuid not null,
      method text not null,
      platform_id uuid,
      subjects text[] not null,
      request_id text not null,
      result_of bigint,
      code text,
      hash bytea not null
    );`;
