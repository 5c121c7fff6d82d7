import type { AnswerWords } from './connection.ts';

type Nothing = Readonly<Record<never, never>>;
type Host = { readonly host: string };
type Address = { readonly address: string };
/** Null: the private service of this computer. */
type Service = { readonly address: string | null };

/** Of a service, for uploads to it, and of its sign-in page. */
export type AddressField = 'base' | 'upload' | 'sign_in';

/** Why there is no connection to a service, or no sign-in: code -> arguments. Each has a sentence and a fix in every language. */
export type AccountRefusalArgs = {
  // A typed address.
  readonly no_address: Nothing;
  readonly not_an_address: { readonly typed: string };
  readonly not_our_service: Host;
  readonly identity_unproven: Host;
  readonly nothing_answers: Host;
  readonly address_not_http: Address & { readonly field: AddressField };
  readonly address_without_version: Address & { readonly field: AddressField };
  readonly http_not_encrypted: Host & { readonly field: AddressField };

  // The application that signs in.
  readonly client_missing: Host & { readonly redirectUri: string };
  /** Of the last sign-in. `hidden`: by the keyring, perhaps. */
  readonly client_secret_unread: { readonly because: 'hidden' | 'gone' };
  readonly client_id_missing: Nothing;
  /** `why`: words of the service. */
  readonly client_refused: { readonly why: string };

  // The sign-in in the browser.
  /** The port of the redirect URI can't be opened: another program has it, or the system keeps it. */
  readonly redirect_port_taken: { readonly port: number };
  readonly sign_in_timed_out: Nothing;
  readonly sign_in_link_taken: Nothing;
  readonly sign_in_not_renewable: Nothing;
  readonly sign_in_not_allowed: Nothing;
  /** `why`: words of the service. */
  readonly sign_in_refused: { readonly why: string };
  readonly no_sign_in_there: Address;
  readonly sign_in_not_reached: Address;
  readonly sign_in_unfinished: { readonly answer: AnswerWords };

  // The account of this computer.
  readonly other_person: Service;
  readonly account_given: Nothing;
  readonly no_service_known: Nothing;
  readonly other_service: Service;
  readonly state_not_stored: { readonly because: 'full' | 'denied' };

  readonly account_file_damaged: { readonly path: string };
  /** The private service of the account has no data in `path`. `state`: the state folder. */
  readonly private_service_missing: { readonly path: string; readonly state: string };
  readonly private_service_differs: { readonly path: string; readonly state: string };
  /** `why`: words of the service or of the connection; empty when it gave none. */
  readonly private_service_not_started: { readonly why: AnswerWords };
};
