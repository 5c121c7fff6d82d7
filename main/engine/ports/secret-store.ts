/** Where tokens live: the system's keyring, or a file that only its owner can read. Values are never logged. */
export interface SecretStore {
  /** Says it in words, for `tandem login` and `doctor`, e.g. `the system keyring`. */
  readonly place: string;
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}
