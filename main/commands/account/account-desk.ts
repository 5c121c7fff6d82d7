import type { CommandInput, CommandResult } from '../../../preload/ipc/commands.ts';
import type { AccountData } from '../../../preload/ipc/shapes/account.ts';
import { registeredRedirectUri } from '../../account/sign-in/redirect-port.ts';
import { notSupportedHere } from '../results.ts';

/** Manages this computer's account: sign in, start, sign out. */
export type AccountDesk = {
  state(): AccountData;
  /** Finds the service at a URL that a person typed. */
  check(address: string): Promise<CommandResult<'account.check'>>;
  /** `service` null: sign in again to the account's service. Resolves with the URL for the browser. */
  beginSignIn(service: Service | null): Promise<CommandResult<'account.signIn'>>;
  cancelSignIn(): void;
  /** Asks the keyring again for a sign-in that it refused to hand out, and uses one that the command line stored meanwhile. */
  readSignIn(): Promise<void>;
  startPrivate(): Promise<CommandResult<'account.startPrivate'>>;
  signOut(): Promise<CommandResult<'account.signOut'>>;
};

export type Service = CommandInput<'account.signIn'> & { readonly baseUrl: string };

/** For a process that works only with the account it was started for. */
export function fixedAccount(account: { readonly baseUrl: string; readonly folder: string }): AccountDesk {
  const { baseUrl, folder } = account;
  const elsewhere = async () => notSupportedHere('change_account');
  return {
    state: () => ({
      kind: 'given',
      baseUrl,
      canStartPrivate: false,
      suggestedFolder: folder,
      redirectUri: registeredRedirectUri,
      signIn: { state: 'none' },
    }),
    check: elsewhere,
    beginSignIn: elsewhere,
    cancelSignIn: () => undefined,
    readSignIn: async () => undefined,
    startPrivate: elsewhere,
    signOut: elsewhere,
  };
}
