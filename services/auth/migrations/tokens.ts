// The tables of API tokens, described in `store/token-records.ts`.
export const tokens = `
    create table api_token (
      platform_id uuid not null,
      id uuid not null,
      name text not null,
      permissions int[] not null,
      client_id text not null,
      secret_hash bytea not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      unique (platform_id, client_id)
    );
    create index api_token_list on api_token (platform_id, created_at desc, id desc);

    create table api_client (
      client_id text primary key,
      platform_id uuid not null
    );

    create table failed_attempt (
      platform_id uuid not null,
      client_id text not null,
      since timestamptz(3) not null,
      count int not null,
      primary key (platform_id, client_id)
    );`;
