import type { SecretStore } from '../../engine/ports/secret-store.ts';

const SERVICE = 'tandem';

/** The used part of keytar. */
export type Keyring = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
};

/** Secrets in the system's keyring (Keychain, Credential Manager, Secret Service). */
export function keyringSecretStore(keyring: Keyring): SecretStore {
  return {
    place: 'the system keyring',
    get: (account) => keyring.getPassword(SERVICE, account),
    set: (account, secret) => keyring.setPassword(SERVICE, account, secret),
    delete: async (account) => {
      await keyring.deletePassword(SERVICE, account);
    },
  };
}
