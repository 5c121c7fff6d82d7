import type { SecretStore } from './secret-store.ts';

const SERVICE = 'tandem';

/** The used part of keytar. */
export type Keyring = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
};

/** Secrets in the system's keyring (Keychain, Credential Manager, Secret Service). Every call rejects if its library can't be loaded. */
export function keyringSecretStore(load: () => Promise<Keyring>): SecretStore {
  return {
    place: 'the system keyring',
    get: async (account) => (await load()).getPassword(SERVICE, account),
    set: async (account, secret) => (await load()).setPassword(SERVICE, account, secret),
    delete: async (account) => {
      await (await load()).deletePassword(SERVICE, account);
    },
  };
}
