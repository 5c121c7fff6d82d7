/** Stores tokens in the system's keyring, or in a file that only its owner can read. Values are never logged. */
export interface SecretStore {
  /** A description for `tandem login` and `doctor`, e.g. `the system keyring`. */
  readonly place: string;
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}
