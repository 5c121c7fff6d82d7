import type { RootStatus } from '../../preload/ipc/shapes/status.ts';
import type { AccountRecord } from '../account/account-record.ts';
import type { FoundSecrets } from '../account/secrets/find-secret-store.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Check } from './check.ts';
import { checkDisk } from './check-disk.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkService } from './check-service.ts';
import { checkWatchers } from './check-watchers.ts';

/** Input of the checks. `client` null: signed out, for the given reason. */
export type Patient = {
  readonly state: string;
  readonly platform: string;
  readonly nowMs: () => number;
  readonly roots: readonly RootStatus[];
  /** Why the folders of the state are unknown; null: they are known. */
  readonly whyNoRoots: unknown;
  /** Null: this state folder has none. */
  readonly account: AccountRecord | null;
  readonly secrets: FoundSecrets;
  readonly client: ApiClient | null;
  readonly whyNoClient: unknown;
  readonly explain: (error: unknown) => { readonly message: string; readonly remedy: string };
};

/** Runs all checks and attaches remedies where needed. Changes nothing. */
export async function examine(patient: Patient, signal?: AbortSignal): Promise<readonly Check[]> {
  const { state, platform, roots, whyNoRoots, account, secrets, client, explain, nowMs } = patient;
  const folders = roots.reduce((sum, root) => sum + root.folders + 1, 0);
  return [
    ...(client === null
      ? [failed('service', explain(patient.whyNoClient))]
      : await checkService(client, explain, nowMs, signal)),
    ...(whyNoRoots === null ? [] : [failed('state', explain(whyNoRoots))]),
    ...(await checkDisk(
      state,
      roots.map((root) => root.localPath),
    )),
    await checkWatchers(platform, folders),
    await checkSecrets(state, account, secrets),
  ];
}

function failed(name: Check['name'], { message, remedy }: ReturnType<Patient['explain']>): Check {
  return { name, outcome: 'problem', sentence: message, remedy };
}
