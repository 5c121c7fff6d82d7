import { sayInTerminal } from '../../preload/words/en/english.ts';
import { fixOf, type ProblemMessage } from '../../preload/words/message.ts';
import { inWords } from '../../preload/words/wording.ts';
import { readAccount } from '../account/account-record.ts';
import { AccountError } from '../account/find-account.ts';
import { findSecretStore, loadKeytar } from '../account/secrets/find-secret-store.ts';
import { explainFailure } from '../cli/explain-failure.ts';
import { examine } from '../doctor/examine.ts';
import { reportText } from '../doctor/report-text.ts';
import { lastLogLines } from '../log-file.ts';
import { VERSION } from '../version.ts';
import type { ComposedEngine } from './engine.ts';

const JOURNAL = 200;
const notConnected: ProblemMessage = { code: 'no_account', args: {} };
const noOne = (): AccountError => new AccountError('signed_out', notConnected, fixOf(notConnected));

/** The report of `tandem report`, from the process that uses this state. Null: signed out, or `problems` gives the reason. */
export async function composeReport(
  state: string,
  composed: ComposedEngine | null,
  problems: readonly string[] = [],
): Promise<string> {
  const say = sayInTerminal(Date.now);
  const status = inWords(composed?.engine.status() ?? null, say);
  const checks = await examine({
    state,
    platform: process.platform,
    nowMs: Date.now,
    roots: status?.roots ?? [],
    whyNoRoots: null,
    // The other checks are wanted most when something is wrong with the state.
    account: await readAccount(state).catch(() => null),
    secrets: await findSecretStore(state, loadKeytar),
    client: composed?.connection.client ?? null,
    whyNoClient: noOne(),
    explain: explainFailure,
  });
  const journal = inWords(composed?.engine.activity({ limit: JOURNAL }).entries ?? [], say);
  const surroundings = { version: VERSION, node: process.version, platform: process.platform };
  return reportText(surroundings, { checks, running: true, status, journal, problems, log: lastLogLines(state) });
}
