import { readAccount } from '../../account/account-record.ts';
import { findSecretStore, loadKeytar } from '../../account/secrets/find-secret-store.ts';
import type { Examine } from '../../cli/commands/status/doctor.ts';
import { explainFailure } from '../../cli/explain-failure.ts';
import { ask, withControl } from '../../cli/open/control.ts';
import { examine, type Patient } from '../../doctor/examine.ts';
import { openConnection } from './connection.ts';
import { openControl } from './control.ts';

/** Runs all checks that are possible with the available parts of the client. */
export const examineAll: Examine = async (flags, signal) => {
  const secrets = await findSecretStore(flags.state, loadKeytar);
  const opened = await openConnection(flags).catch((error: unknown) => ({ error }));
  const account = await readAccount(flags.state);
  const known = account !== null ? await rootsOf(flags.state) : { roots: [], whyNoRoots: null };
  const isOpen = 'client' in opened;
  const patient = {
    state: flags.state,
    platform: process.platform,
    nowMs: Date.now,
    ...known,
    account,
    secrets,
    client: isOpen ? opened.client : null,
    whyNoClient: isOpen ? null : opened.error,
    explain: explainFailure,
  };
  try {
    return await examine(patient, signal);
  } finally {
    if (isOpen) await opened.client.close();
  }
};

/** The other checks don't need them, and are wanted most when something is wrong with the state. */
async function rootsOf(state: string): Promise<Pick<Patient, 'roots' | 'whyNoRoots'>> {
  try {
    const roots = await withControl(openControl, state, (control) => ask(control, 'root.list', {}));
    return { roots, whyNoRoots: null };
  } catch (error) {
    return { roots: [], whyNoRoots: error };
  }
}
