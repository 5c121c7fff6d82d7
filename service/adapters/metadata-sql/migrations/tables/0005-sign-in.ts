import { type QueryExecutorProvider, sql } from 'kysely';

/** Sign-in: OAuth clients, codes and refresh tokens, passwords, browser sessions, devices. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The sign-in that an access token belongs to (all null: issued by the operator), and the limits of a downscoped token. family_id
  // is shared by every token of one sign-in and revoked with it.
  `alter table token add column client_id text`,
  `alter table token add column family_id text`,
  `alter table token add column device_pin_id bigint`,
  `alter table token add column restricted_item_id bigint`,
  `alter table token add column restricted_link text`,
  `create index token_family on token (family_id) where family_id is not null`,
  `create index token_device on token (device_pin_id) where device_pin_id is not null`,
  `create index token_user on token (user_id)`,
  `create index token_client on token (client_id) where client_id is not null`,

  // Applications that users sign in with. secret_hash is argon2id, null for public clients; public_key (PEM) verifies assertions;
  // the lists are JSON arrays.
  `create table oauth_client (
    id text primary key, name text not null, secret_hash text, public_key text, redirect_uris text not null, grants text not null,
    scopes text not null, service_account_id bigint, created_at bigint not null)`,

  // Keyed by the SHA-256 of the token. used_at stays until the token expires: a second use revokes the family.
  `create table refresh_token (
    digest text primary key, family_id text not null, user_id bigint not null, client_id text not null,
    device_pin_id bigint, scopes text not null, created_at bigint not null, expires_at bigint not null, used_at bigint)`,
  `create index refresh_token_family on refresh_token (family_id)`,
  `create index refresh_token_device on refresh_token (device_pin_id) where device_pin_id is not null`,
  `create index refresh_token_user on refresh_token (user_id)`,
  `create index refresh_token_client on refresh_token (client_id)`,
  `create index refresh_token_expiry on refresh_token (expires_at)`,

  // Keyed by the SHA-256 of the code, likewise.
  `create table authorization_code (
    digest text primary key, family_id text not null, user_id bigint not null, client_id text not null,
    scopes text not null, redirect_uri text, code_challenge text, created_at bigint not null,
    expires_at bigint not null, used_at bigint)`,
  `create index authorization_code_expiry on authorization_code (expires_at)`,

  // Used assertions, by the SHA-256 of client and id, until they expire.
  `create table used_assertion (digest text primary key, expires_at bigint not null)`,
  `create index used_assertion_expiry on used_assertion (expires_at)`,

  // argon2id hashes. A user without a row cannot sign in on the page.
  `create table user_password (user_id bigint primary key, hash text not null, changed_at bigint not null)`,

  // Signed-in browsers, by the SHA-256 of the cookie value.
  `create table browser_session (
    digest text primary key, user_id bigint not null, created_at bigint not null, expires_at bigint not null)`,
  `create index browser_session_user on browser_session (user_id)`,
  `create index browser_session_expiry on browser_session (expires_at)`,

  // Devices that users signed in on. device_digest is the SHA-256 of the client's device id.
  `create table device_pin (
    id bigint primary key, user_id bigint not null, device_digest text not null, product_name text not null,
    created_at bigint not null)`,
  `create unique index device_pin_device on device_pin (user_id, device_digest, product_name)`,
];
