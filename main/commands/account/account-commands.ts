import type { HandlersOf, HostWorld } from '../command-world.ts';
import { done } from '../results.ts';

type AccountCommands =
  | 'account.get'
  | 'account.check'
  | 'account.signIn'
  | 'account.cancelSignIn'
  | 'account.readSignIn'
  | 'account.startPrivate'
  | 'account.signOut';

/** The service that this computer is connected to. */
export function accountCommands({ account, host }: HostWorld): HandlersOf<AccountCommands> {
  return {
    'account.get': async () => ({ ok: true, value: account.state() }),
    'account.check': ({ address }) => account.check(address),
    'account.signIn': async ({ baseUrl, ...more }) => {
      const begun = await account.beginSignIn(baseUrl === undefined ? null : { baseUrl, ...more });
      if (!begun.ok || host.openLink === null) return begun;
      // If no program can open it, the person opens the URL by hand.
      const isOpened = await host.openLink(begun.value.url).then(
        () => true,
        () => false,
      );
      return { ok: true, value: { ...begun.value, isOpened } };
    },
    'account.cancelSignIn': async () => {
      account.cancelSignIn();
      return done;
    },
    'account.readSignIn': async () => {
      await account.readSignIn();
      return done;
    },
    'account.startPrivate': () => account.startPrivate(),
    'account.signOut': () => account.signOut(),
  };
}
