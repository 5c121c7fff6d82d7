import type { Account } from '../../../preload/ipc/account.ts';
import type { CommandResult } from '../../../preload/ipc/commands.ts';
import { notSupportedHere } from '../results.ts';

/** Where the account of this computer is changed: signed in to, started, signed out of. */
export type AccountDesk = {
  state(): Account;
  /** Which service answers at an address that a person typed. */
  check(address: string): Promise<CommandResult<'account.check'>>;
  /** Null `service`: again to the one of the account. Resolves with the address for the browser. */
  beginSignIn(service: Service | null): Promise<CommandResult<'account.signIn'>>;
  cancelSignIn(): void;
  startPrivate(): Promise<CommandResult<'account.startPrivate'>>;
  signOut(): Promise<CommandResult<'account.signOut'>>;
};

export type Service = { readonly baseUrl: string; readonly uploadUrl: string | undefined };

/** Of a process that only works with the account that it was started for. */
export function fixedAccount(account: { readonly baseUrl: string; readonly folder: string }): AccountDesk {
  const { baseUrl, folder } = account;
  const elsewhere = async () => notSupportedHere('Changing the account');
  return {
    state: () => ({
      kind: 'given',
      baseUrl,
      canStartPrivate: false,
      suggestedFolder: folder,
      signIn: { state: 'none' },
    }),
    check: elsewhere,
    beginSignIn: elsewhere,
    cancelSignIn: () => undefined,
    startPrivate: elsewhere,
    signOut: elsewhere,
  };
}
