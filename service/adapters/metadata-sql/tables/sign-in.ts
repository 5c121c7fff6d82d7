/** Tables of sign-in; the migration `0005-sign-in` explains each. */
export interface SignInTables {
  token: TokenRow;
  refresh_token: RefreshTokenRow;
  authorization_code: CodeRow;
  used_assertion: { digest: string; expires_at: number };
  oauth_client: ClientRow;
  user_password: { user_id: number; hash: string; changed_at: number };
  browser_session: BrowserSessionRow;
  /** Failed secret attempts: see the migration `0017-budgets`. */
  guess: { key: string; failures: number; ends_at: number };
  device_pin: DevicePinRow;
}

export interface TokenRow {
  digest: string;
  user_id: number;
  /** JSON array. */
  scopes: string;
  created_at: number;
  expires_at: number | null;
  client_id: string | null;
  family_id: string | null;
  device_pin_id: number | null;
  restricted_item_id: number | null;
  restricted_link: string | null;
  /** Digest of the token that it was narrowed from. Null too if a version before it issued the token. */
  narrowed_from: string | null;
  /** 1 if it was narrowed from another token, for the versions before `narrowed_from`. */
  is_narrowed: number;
  /** Digest of the refresh token that its first use confirms. */
  confirms: string | null;
}

export interface RefreshTokenRow {
  digest: string;
  family_id: string;
  user_id: number;
  client_id: string;
  device_pin_id: number | null;
  /** JSON array. */
  scopes: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** Digest of the unconfirmed refresh token that it was exchanged for. */
  successor: string | null;
}

export interface CodeRow {
  digest: string;
  family_id: string;
  user_id: number;
  client_id: string;
  /** JSON array. */
  scopes: string;
  redirect_uri: string | null;
  code_challenge: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface ClientRow {
  id: string;
  name: string;
  secret_hash: string | null;
  public_key: string | null;
  /** JSON arrays. */
  redirect_uris: string;
  grants: string;
  scopes: string;
  service_account_id: number | null;
  created_at: number;
}

export interface BrowserSessionRow {
  digest: string;
  user_id: number;
  created_at: number;
  expires_at: number;
}

export interface DevicePinRow {
  id: number;
  user_id: number;
  device_digest: string;
  product_name: string;
  created_at: number;
}
