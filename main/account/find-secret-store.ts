import { join } from 'node:path';
import type { SecretStore } from '../engine/ports/secret-store.ts';
import { fileSecretStore } from './file-secret-store.ts';
import { type Keyring, keyringSecretStore } from './keyring-secret-store.ts';

/**
 * The system's keyring where one answers, else a file below `state`. A keyring is believed only after a question: without a
 * session bus or while locked it is installed and yet of no use.
 */
export async function findSecretStore(state: string, loadKeyring: () => Promise<Keyring>): Promise<SecretStore> {
  try {
    const keyring = keyringSecretStore(await loadKeyring());
    await keyring.get('is-anyone-there');
    return keyring;
  } catch {
    // No library, no session bus, a locked collection: each means the same here, and `place` tells the person where secrets went.
    return fileSecretStore(join(state, 'secrets.json'));
  }
}

/** keytar as a lazily loaded module: its native library is missing on some systems, which must not stop the start. */
export async function loadKeytar(): Promise<Keyring> {
  const module = await import('keytar');
  return 'default' in module ? (module.default as Keyring) : module;
}
