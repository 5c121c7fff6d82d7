import type { AccountRefusalArgs, AddressField } from '../codes/account.ts';
import type { RefusalTable } from '../wording.ts';

const LOOKS =
  'It looks like files.example.com or http://127.0.0.1:8080/2.0. The administrator of the service knows it.';
const CHECK_ADDRESS = 'Check the address. The administrator of the service knows it.';
const WITH_VERSION = 'It looks like http://127.0.0.1:8080/2.0, with the version segment.';
const TRY_AGAIN = 'Check the address and your connection, then try again.';

const FIELDS: Readonly<Record<AddressField, string>> = {
  base: 'The address of the service',
  upload: 'The address for uploads',
  sign_in: 'The address of the sign-in page',
};
const FLAGS: Readonly<Record<AddressField, string>> = {
  base: '--base-url',
  upload: '--upload-url',
  sign_in: '--sign-in-url',
};

/** A window has one state folder. */
const anotherState = (flag: string): string => (flag === '' ? '' : ` Or use another state folder${flag}.`);

/** The window asks for a client only where no account is signed in. */
const afterSignOut = (flag: string): string =>
  flag === ''
    ? ' If this computer has an account already, sign out in Settings first. Your files stay where they are.'
    : '';

const giveSecret = (flag: string): string =>
  flag === ''
    ? 'sign out in Settings, then sign in with the client secret. Your files stay where they are.'
    : `give the client secret${flag}.`;

/** Why there is no connection to a service, or no sign-in. */
export const account: Pick<RefusalTable, keyof AccountRefusalArgs> = {
  no_address: { says: 'The address is missing.', fix: LOOKS },
  not_an_address: {
    says: ({ typed }, { quoted }) => `${quoted(typed)} is not the address of a service.`,
    fix: LOOKS,
  },
  not_our_service: {
    says: ({ host }) => `The server at ${host} is not a service that Tandem can work with.`,
    fix: CHECK_ADDRESS,
  },
  identity_unproven: {
    says: ({ host }) =>
      `The identity of ${host} can't be verified: its certificate is not one that this computer trusts.`,
    fix: "Ask the administrator of the service. Don't continue until you know why.",
  },
  nothing_answers: { says: ({ host }) => `Nothing answers at ${host}.`, fix: TRY_AGAIN },
  address_not_http: {
    says: ({ address, field }, { flag }) =>
      `${FIELDS[field]}${flag(FLAGS[field])} is not an http or https address: ${address}`,
    fix: ({ field }) => (field === 'sign_in' ? CHECK_ADDRESS : WITH_VERSION),
  },
  address_without_version: {
    says: ({ address, field }, { flag }) => `${FIELDS[field]}${flag(FLAGS[field])} has no version segment: ${address}`,
    fix: WITH_VERSION,
  },
  http_not_encrypted: {
    says: ({ host, field }) =>
      `Everyone on the way to ${host} could read ${field === 'sign_in' ? 'your password' : 'your files and your access token'}: http is not encrypted.`,
    fix: 'Use an https address. On a network that you trust, add --allow-http to the command line.',
  },
  client_missing: {
    says: ({ host }) => `${host} needs the client ID and the client secret of an application that is registered there.`,
    fix: ({ redirectUri }, { flag }) =>
      `Register an application that signs users in, with the redirect URI ${redirectUri}, then enter its client ID${flag('--client-id')} and client secret${flag('--client-secret-file')}.${afterSignOut(flag('--client-id'))}`,
  },
  client_secret_unread: {
    says: ({ because }) =>
      because === 'hidden'
        ? "Tandem can't read the system keyring, which may hold the client secret of your sign-in."
        : 'The client secret of your sign-in is no longer on this computer.',
    fix: ({ because }, { flag }) =>
      because === 'hidden'
        ? `Unlock the keyring, or allow access if it asks, then sign in again. Otherwise, ${giveSecret(flag('--client-secret-file'))}`
        : `To sign in again, ${giveSecret(flag('--client-secret-file'))}`,
  },
  client_id_missing: {
    says: 'A client secret belongs to a client ID.',
    fix: (_, { flag }) => `Enter the client ID as well${flag('--client-id')}.`,
  },
  client_refused: {
    says: ({ why }) => `The service refused the client ID or the client secret: ${why}`,
    fix: (_, { flag }) =>
      `Compare both with the service, then sign in with the right client ID${flag('--client-id')} and client secret${flag('--client-secret-file')}.${afterSignOut(flag('--client-id'))}`,
  },
  sign_in_link_taken: {
    says: 'The sign-in was opened in two browsers, perhaps by another user of this computer.',
    fix: (_, { hint }) => `Sign in again.${hint('login')}`,
  },
  redirect_port_taken: {
    says: ({ port }) => `The service leads back to port ${port} of this computer, and Tandem can't open it.`,
    fix: (_, { hint }) =>
      `Quit the program that uses it, perhaps the sign-in of another user, then sign in again.${hint('login')}`,
  },
  sign_in_timed_out: {
    says: 'The sign-in timed out after 10 minutes.',
    fix: (_, { hint }) => `Sign in again.${hint('login')}`,
  },
  sign_in_not_renewable: {
    says: "The service issued no refresh token, so Tandem can't stay signed in.",
    fix: (_, { flag }) => `Sign in with another client ID${flag('--client-id')}.`,
  },
  sign_in_not_allowed: {
    says: 'The sign-in was not allowed in the browser.',
    fix: (_, { hint }) => `Nothing was changed. Sign in again and choose “Allow”.${hint('login')}`,
  },
  sign_in_refused: {
    says: ({ why }) => `The service refused the sign-in: ${why}`,
    fix: (_, { hint }) => `Sign in again.${hint('login')}`,
  },
  no_sign_in_there: {
    says: ({ address }) => `The server at ${address} does not offer sign-in for Tandem.`,
    fix: CHECK_ADDRESS,
  },
  sign_in_not_reached: { says: ({ address }) => `The service at ${address} was not reached.`, fix: TRY_AGAIN },
  sign_in_unfinished: {
    says: ({ answer }, { say }) => say(answer),
    fix: (_, { hint }) => `Sign in again.${hint('login')}`,
  },
  other_person: {
    says: ({ address }) =>
      address === null
        ? 'The folders on this computer belong to its private service.'
        : `The folders on this computer belong to another account, of ${address}.`,
    fix: ({ address }, { hint, flag }) => {
      const wayOut = address === null ? 'Sign out of it first.' : 'Sign in to that account, or sign out of it first.';
      return `${wayOut}${hint('logout')}${anotherState(flag('--state'))}`;
    },
  },
  account_given: {
    says: 'Tandem uses an access token for this account, so there is no sign-in to change.',
    fix: 'Start Tandem without that token.',
  },
  no_service_known: {
    says: 'No service is known yet.',
    fix: (_, { flag }) => `Enter the service URL${flag('--base-url')}.`,
  },
  other_service: {
    says: ({ address }) => `This computer is already connected to ${address ?? 'its private service'}.`,
    fix: 'Sign out in Settings first. Your files stay where they are.',
  },
  state_not_stored: {
    says: ({ because }) =>
      because === 'full' ? "The disk that holds Tandem's state is full." : "Tandem's state folder can't be written to.",
    fix: ({ because }, { flag }) =>
      because === 'full'
        ? `Free up some space, or use a state folder on another disk${flag('--state')}, then try again. Nothing was lost.`
        : `Check its permissions, or use another state folder${flag('--state')}, then try again.`,
  },
  account_file_damaged: {
    says: ({ path }, { quoted }) => `The file ${quoted(path)} is damaged.`,
    fix: (_, { hint }) =>
      `Delete it and start Tandem again. Then sign in, or choose the private service, as before.${hint('login')} Synced folders stay as they are.`,
  },
  private_service_missing: {
    says: ({ path }, { quoted }) => `The private service has no data in ${quoted(path)}.`,
    fix: ({ state }, { quoted }) =>
      `Put the folder back, for example from a backup, then start Tandem again. To start over without it, move ${quoted(state)} away too: the files in your synced folders stay, and Tandem uploads them again.`,
  },
  private_service_differs: {
    says: ({ path }, { quoted }) =>
      `The private service in ${quoted(path)} is not the one that your folders are synced with.`,
    fix: ({ state }, { quoted }) =>
      `Nothing was synced. Put the right folder back, for example from a backup, then start Tandem again. To start over with this one, move ${quoted(state)} away: the files in your synced folders stay.`,
  },
  private_service_not_started: {
    says: ({ why }, { say }) => `The private service did not start: ${say(why) || 'it gave no reason'}`,
    fix: 'If it names a disk or folder, check that. Then start Tandem again.',
  },
};
