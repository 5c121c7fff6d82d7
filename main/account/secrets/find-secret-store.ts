import { join } from 'node:path';
import type { SecretStore } from '../../engine/ports/secret-store.ts';
import { fileSecretStore } from './file-secret-store.ts';
import { type Keyring, keyringSecretStore } from './keyring-secret-store.ts';

/**
 * The system's keyring if it works, otherwise a file below `state`. It is tested with a query: without a session bus, or while locked, a keyring is
 * installed but unusable. A keyring that can be read may still refuse a secret: without a default collection (Linux), or for its size (2,560 bytes
 * on Windows). Then the file keeps that one. A secret in the file stays there until the sign-out and comes before that of the keyring. So every
 * store finds what another one kept in the other place, even if the keyring fails or works again meanwhile.
 */
export async function findSecretStore(state: string, loadKeyring: () => Promise<Keyring>): Promise<SecretStore> {
  const file = fileSecretStore(join(state, 'secrets.json'));
  const keyring = keyringSecretStore(loadKeyring);
  if ((await file.holdsSecrets()) || !(await isKeyringUsable(loadKeyring))) return fileBefore(file, keyring);
  let { place } = keyring;
  const isTaken = (account: string, secret: string): Promise<boolean> =>
    keyring.set(account, secret).then(
      () => true,
      () => false,
    );
  return {
    get place() {
      return place;
    },
    get: async (account) => (await file.get(account)) ?? keyring.get(account),
    set: async (account, secret) => {
      if ((await file.get(account)) === null && (await isTaken(account, secret))) return;
      await file.set(account, secret);
      place = file.place;
    },
    delete: async (account) => {
      await file.delete(account);
      if ((await keyring.get(account)) !== null) await keyring.delete(account);
    },
  };
}

/** False: no library, no session bus or a locked collection. All mean the same, and `place` reports where secrets are stored. */
export const isKeyringUsable = (loadKeyring: () => Promise<Keyring>): Promise<boolean> =>
  keyringSecretStore(loadKeyring)
    .get('is-anyone-there')
    .then(
      () => true,
      () => false,
    );

/** While the keyring can't be used, it counts as empty, and its earlier secrets stay there. */
const fileBefore = (file: SecretStore, keyring: SecretStore): SecretStore => ({
  ...file,
  get: async (account) => (await file.get(account)) ?? keyring.get(account).catch(() => null),
  delete: async (account) => {
    await file.delete(account);
    await keyring.delete(account).catch(() => undefined);
  },
});

/** keytar as a lazily loaded module: some systems lack its native library, which must not prevent the start. */
export async function loadKeytar(): Promise<Keyring> {
  const module = await import('keytar');
  return 'default' in module ? (module.default as Keyring) : module;
}
