import type { AccountRefusalArgs } from '../../../../preload/words/codes/account.ts';
import type { ConnectionArgs } from '../../../../preload/words/codes/connection.ts';

/** One sample of each code of the account and of the connection. */

const host = { host: 'files.example.com' };
const address = { address: 'https://files.example.com/2.0' };

export const accountSamples: AccountRefusalArgs = {
  no_address: {},
  not_an_address: { typed: 'Letters' },
  not_our_service: host,
  identity_unproven: host,
  nothing_answers: host,
  address_not_http: { ...address, field: 'base' },
  address_without_version: { ...address, field: 'upload' },
  http_not_encrypted: { ...host, field: 'base' },
  client_missing: { host: 'files.example.com', redirectUri: 'http://127.0.0.1:28257/callback' },
  redirect_port_taken: { port: 28_257 },
  client_secret_unread: { because: 'hidden' },
  client_id_missing: {},
  client_refused: { why: 'invalid_client' },
  sign_in_timed_out: {},
  sign_in_link_taken: {},
  sign_in_not_renewable: {},
  sign_in_not_allowed: {},
  sign_in_refused: { why: 'Quota 7' },
  no_sign_in_there: address,
  sign_in_not_reached: address,
  sign_in_unfinished: { answer: 'Quota 7' },
  other_person: address,
  account_given: {},
  no_service_known: {},
  other_service: address,
  state_not_stored: { because: 'full' },
  account_file_damaged: { path: '/home/ann/.tandem/account.json' },
  private_service_differs: { path: '/home/ann/Tandem/service', state: '/home/ann/Tandem/client' },
  private_service_missing: { path: '/home/ann/Tandem/service', state: '/home/ann/Tandem/client' },
  private_service_not_started: { why: 'Quota 7' },
};

export const connectionSamples: ConnectionArgs = {
  service_answered: { operation: 'getFile', status: 503 },
  not_the_service: { operation: 'getFile', status: 200 },
  outside_interface: { operation: 'getFile', fault: 'size: "7"' },
  no_answer_in_time: { place: 'GET https://files.example.com/2.0' },
  no_answer: { place: 'GET https://files.example.com/2.0', errno: 'ECONNRESET' },
  private_service_silent: { path: '/home/ann/Tandem' },
  wait_before_request: { seconds: 214 },
  paused_requests: { seconds: 214 },
  unsafe_address: {},
  file_being_prepared: {},
  tree_never_still: {},
  try_later: {},
  upload_session_lost: {},
  upload_being_assembled: {},
  archive_fetched_before: {},
  kind_not_shown: {},
  too_large_to_show: {},
  picture_being_drawn: {},
  no_picture: {},
};
