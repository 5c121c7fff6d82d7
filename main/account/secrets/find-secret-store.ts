import { join } from 'node:path';
import type { SecretStore } from '../../engine/ports/secret-store.ts';
import { fileSecretStore } from './file-secret-store.ts';
import { type Keyring, keyringSecretStore } from './keyring-secret-store.ts';

/**
 * The system's keyring if it works, otherwise a file below `state`. It is tested with a query: without a session bus, or while locked, a keyring is
 * installed but unusable. Secrets that were written to the file stay there until the sign-out, so a keyring that works again hides none of them.
 */
export async function findSecretStore(state: string, loadKeyring: () => Promise<Keyring>): Promise<SecretStore> {
  const file = fileSecretStore(join(state, 'secrets.json'));
  const inBoth = { ...file, delete: (account: string) => deleteFromBoth(file, loadKeyring, account) };
  if (await file.holdsSecrets()) return inBoth;
  try {
    const keyring = keyringSecretStore(await loadKeyring());
    await keyring.get('is-anyone-there');
    return keyring;
  } catch {
    // No library, no session bus, a locked collection: all mean the same here, and `place` reports where secrets are stored.
    return inBoth;
  }
}

/** The keyring may hold a secret from before it could not be used. If it can't be used now either, that one stays. */
async function deleteFromBoth(file: SecretStore, loadKeyring: () => Promise<Keyring>, account: string): Promise<void> {
  await file.delete(account);
  await loadKeyring()
    .then((keyring) => keyringSecretStore(keyring).delete(account))
    .catch(() => undefined);
}

/** keytar as a lazily loaded module: some systems lack its native library, which must not prevent the start. */
export async function loadKeytar(): Promise<Keyring> {
  const module = await import('keytar');
  return 'default' in module ? (module.default as Keyring) : module;
}
