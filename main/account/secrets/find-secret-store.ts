import { join } from 'node:path';
import { fileSecretStore } from './file-secret-store.ts';
import { type Keyring, keyringSecretStore } from './keyring-secret-store.ts';
import type { SecretStore } from './secret-store.ts';

/** The secrets of this computer. */
export type FoundSecrets = SecretStore & {
  /** True if the keyring refused the last read, so that it may hold a secret that is missing here. */
  isRefused(): boolean;
  /** The next read asks the keyring again, even shortly after a refusal. */
  askAgain(): void;
};

/**
 * The system's keyring if it works, otherwise a file below `state`. It is tested with a query: without a session bus, or while locked, a keyring is
 * installed but unusable. A keyring that can be read may still refuse a secret: without a default collection (Linux), or for its size (2,560 bytes
 * on Windows). Then the file keeps that one. A secret in the file stays there until the sign-out and comes before that of the keyring. So every
 * store finds what another one kept in the other place, even if the keyring fails or works again meanwhile.
 */
export async function findSecretStore(
  state: string,
  loadKeyring: () => Promise<Keyring>,
  nowMs: () => number = () => performance.now(),
): Promise<FoundSecrets> {
  const file = fileSecretStore(join(state, 'secrets.json'));
  const keyring = keyringSecretStore(loadKeyring);
  const reads = patientReads(keyring, nowMs);
  // Then a keyring that refuses hides nothing, also after the secret has gone from the file.
  let isInFile = await file.holdsSecrets();
  const usesFile = isInFile || !(await isKeyringUsable(loadKeyring));
  let { place } = usesFile ? file : keyring;
  const isTaken = (account: string, secret: string): Promise<boolean> =>
    keyring.set(account, secret).then(
      () => true,
      () => false,
    );
  return {
    get place() {
      return place;
    },
    isRefused: () => !isInFile && reads.isRefused(),
    askAgain: reads.askAgain,
    get: async (account) => (await file.get(account)) ?? reads.get(account),
    set: async (account, secret) => {
      if (!usesFile && (await file.get(account)) === null && (await isTaken(account, secret))) return;
      await file.set(account, secret);
      isInFile = true;
      place = file.place;
    },
    delete: async (account) => {
      await file.delete(account);
      if (usesFile) await keyring.delete(account).catch(() => undefined);
      else if ((await reads.get(account)) !== null) await keyring.delete(account);
    },
  };
}

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;

/**
 * While the keyring refuses a read, it counts as empty, and its secrets stay there. Each read may open a prompt of the system, so after a refusal
 * the keyring is left alone for a while, which grows.
 */
function patientReads(keyring: SecretStore, nowMs: () => number) {
  let refusals = 0;
  let askAtMs = 0;
  return {
    isRefused: () => refusals > 0,
    askAgain: () => {
      askAtMs = 0;
    },
    get: async (account: string): Promise<string | null> => {
      if (refusals > 0 && nowMs() < askAtMs) return null;
      try {
        const secret = await keyring.get(account);
        refusals = 0;
        return secret;
      } catch {
        askAtMs = nowMs() + Math.min(FIRST_PAUSE_MS * 2 ** refusals, LONGEST_PAUSE_MS);
        refusals += 1;
        return null;
      }
    },
  };
}

/** False: no library, no session bus, a locked collection, or a refusal to hand out this secret. `place` reports where secrets are stored. */
export const isKeyringUsable = (loadKeyring: () => Promise<Keyring>, account = 'is-anyone-there'): Promise<boolean> =>
  keyringSecretStore(loadKeyring)
    .get(account)
    .then(
      () => true,
      () => false,
    );

/** keytar as a lazily loaded module: some systems lack its native library, which must not prevent the start. */
export async function loadKeytar(): Promise<Keyring> {
  const module = await import('keytar');
  return 'default' in module ? (module.default as Keyring) : module;
}
