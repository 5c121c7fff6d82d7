import { readAccount, shownUrl } from '../../account/account-record.ts';
import type { CloseLogin, OpenLogin } from '../../cli/commands/account/login.ts';
import { ask } from '../../cli/open/control.ts';
import { closeLogin, openLogin } from '../account/login.ts';
import { openRunning } from './control.ts';

/** `tandem login`. A running Tandem uses the new sign-in at once. */
export const signInHere: OpenLogin = async (flags, request) => {
  const person = await openLogin(flags, request);
  const running = await openRunning(flags.state);
  try {
    await running?.call('account.readSignIn', {});
  } finally {
    await running?.close();
  }
  return person;
};

/** `tandem logout`. A running Tandem signs out by itself, because it would sync on with its open account. */
export const signOutHere: CloseLogin = async ({ state }) => {
  const running = await openRunning(state);
  if (running === null) return closeLogin({ state });
  try {
    const kept = await readAccount(state);
    const { kind } = await ask(running, 'account.get', {});
    if (kept === null && kind === 'none') return null;
    const { isRevoked } = await ask(running, 'account.signOut', {});
    return { baseUrl: kept === null ? null : shownUrl(kept), notRevoked: isRevoked ? null : 'running' };
  } finally {
    await running.close();
  }
};
