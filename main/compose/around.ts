import { homedir } from 'node:os';
import { fixedAccount } from '../commands/account/account-desk.ts';
import { type NoticeHistory, openNoticeHistory } from '../commands/notices/notice-history.ts';
import { openSettings } from '../commands/settings/kept-settings.ts';
import type { EngineLog } from '../engine/root/engine-parts.ts';
import type { Around } from './commands.ts';
import type { ComposedEngine } from './engine.ts';
import { composeReport } from './report.ts';

/** For a process that uses one account for its whole life, such as those of the command line. */
export async function composeAround(state: string, composed: ComposedEngine): Promise<Around> {
  const notices = await keptNotices(state, composed.log);
  notices.open(composed.account);
  return {
    account: fixedAccount({ baseUrl: composed.connection.address.baseUrl, folder: homedir() }),
    settings: await openSettings(state),
    notices,
    ownPlaces: composed.ownPlaces,
    report: () => composeReport(state, composed),
  };
}

/** The notices of a state folder. */
export const keptNotices = (state: string, log: EngineLog): Promise<NoticeHistory> =>
  openNoticeHistory({
    state,
    nowMs: Date.now,
    warn: (cause) => log.error('The list of notices cannot be written.', cause),
  });
