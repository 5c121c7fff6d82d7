import { builtInClient } from '../../../../contract/oauth.ts';
import { registeredRedirectUri } from '../../../account/sign-in/redirect-port.ts';
import { type Command, defineCommand } from '../../command.ts';
import type { CommonFlags } from '../../words/common-flags.ts';

/** The input of a sign-in. */
export type LoginRequest = {
  /** Null: that of the sign-in to be replaced, or else the built-in one. */
  readonly clientId: string | null;
  /** Null: the client has no secret, or that of the sign-in to be replaced. */
  readonly clientSecretFile: string | null;
  /** Null: it follows from the service. */
  readonly signInUrl: string | null;
  /** Shows the sign-in URL to the person. */
  readonly say: (sentence: string) => void;
  readonly mayOpenBrowser: boolean;
  readonly signal: AbortSignal;
};

/** The signed-in user, the service, and a description of where the tokens are stored. */
export type SignedInPerson = {
  readonly userId: string;
  readonly name: string;
  readonly login: string;
  readonly baseUrl: string;
  readonly secretPlace: string;
};

/** Signs in the state folder; implemented by the composition root. */
export type OpenLogin = (flags: CommonFlags, request: LoginRequest) => Promise<SignedInPerson>;

/** `notRevoked`: what kept the service from ending the sign-in; `running`: the running Tandem does not say; null: it has ended. */
export type ClosedLogin = { readonly baseUrl: string | null; readonly notRevoked: keyof typeof notRevoked | null };

const notRevoked = {
  service: 'The service is unreachable, so the sign-in was not revoked there. It expires by itself.',
  keyring: "The system keyring can't be read, so a sign-in that it holds was not revoked. It expires by itself.",
  running: 'The service could not be asked to revoke the sign-in. It expires by itself.',
} as const;

/** Signs the state folder out; null if it was not signed in. */
export type CloseLogin = (flags: Pick<CommonFlags, 'state'>) => Promise<ClosedLogin | null>;

/** `tandem login`: sign in through the browser. */
export function loginCommand(openLogin: OpenLogin): Command {
  return defineCommand({
    name: 'login',
    summary: 'sign in with your browser',
    usage: 'login [--base-url URL] [--client-id ID [--client-secret-file FILE]] [--sign-in-url URL] [--no-browser]',
    options: {
      'client-id': {
        type: 'string',
        value: 'ID',
        help: `client ID registered at the service with the redirect URI ${registeredRedirectUri} (default: that of your sign-in until you sign out, or ${builtInClient.id})`,
      },
      'client-secret-file': {
        type: 'string',
        value: 'FILE',
        help: 'file that holds the client secret, if the service issued one (kept until you sign out)',
      },
      'sign-in-url': {
        type: 'string',
        value: 'URL',
        help: 'sign-in page, if it is not at /oauth2/authorize on the host of the base URL (kept until you sign out)',
      },
      'no-browser': { type: 'boolean', help: 'print the sign-in link instead of opening a browser' },
    },
    run: async ({ values, flags, terminal, signal }) => {
      const person = await openLogin(flags, {
        clientId: values['client-id'] ?? null,
        clientSecretFile: values['client-secret-file'] ?? null,
        signInUrl: values['sign-in-url'] ?? null,
        // Never silenced: without the URL the user cannot sign in.
        say: (sentence) => terminal.complain(sentence),
        mayOpenBrowser: values['no-browser'] !== true,
        signal,
      });
      const { userId, name, login, baseUrl, secretPlace } = person;
      if (flags.json) {
        const document = { user_id: userId, name, login, base_url: baseUrl, secrets: secretPlace };
        terminal.result(JSON.stringify(document));
      } else {
        terminal.say(`You are signed in to ${baseUrl} as ${name} (${login}).`);
        terminal.say(`The sign-in is kept in ${secretPlace}.`);
      }
      return 0;
    },
  });
}

/** `tandem logout`: signs out, at the service and locally. */
export function logoutCommand(closeLogin: CloseLogin): Command {
  return defineCommand({
    name: 'logout',
    summary: 'sign out and revoke the sign-in',
    usage: 'logout',
    options: {},
    run: async ({ flags, terminal }) => {
      const ended = await closeLogin(flags);
      if (flags.json) {
        terminal.result(
          JSON.stringify({ signed_out: ended !== null, revoked: ended !== null && ended.notRevoked === null }),
        );
      } else if (ended === null) {
        terminal.say('You were not signed in.');
      } else {
        terminal.say(ended.baseUrl === null ? 'You are signed out.' : `You are signed out of ${ended.baseUrl}.`);
        if (ended.notRevoked !== null) terminal.say(notRevoked[ended.notRevoked]);
      }
      return 0;
    },
  });
}
