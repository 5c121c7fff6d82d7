import type { ConnectionArgs } from '../codes/connection.ts';
import type { NoteTable } from '../wording.ts';

/** Answers of a service, and requests without one. */
export const connection: Pick<NoteTable, keyof ConnectionArgs> = {
  service_answered: ({ operation, status }) => `The service answered ${operation} with status ${status}.`,
  not_the_service: ({ operation, status }) =>
    `Something other than the service answered ${operation} (status ${status}, no JSON), perhaps a network's sign-in page.`,
  outside_interface: ({ operation, fault }) => `The service sent an invalid answer to ${operation}: ${fault}.`,
  no_answer_in_time: ({ place }) => `No answer in time to ${place}.`,
  no_answer: ({ place, errno }) => `The service could not be reached (${errno}): ${place}.`,
  private_service_silent: ({ path }) => `The private service is not running: nothing answers at ${path}.`,
  wait_before_request: ({ seconds }, { count }) =>
    `The service asked to wait ${count(seconds)} s before the next request.`,
  paused_requests: ({ seconds }, { count }) =>
    `The service is overloaded. Tandem waits ${count(seconds)} s before the next request.`,
  unsafe_address: 'The service gave an address that is not safe to follow.',
  file_being_prepared: 'The service is still preparing this file.',
  tree_never_still: 'The tree changes faster than it can be listed.',
  try_later: 'Try again later.',
  archive_fetched_before: 'This archive was already downloaded. Create it again.',
  kind_not_shown: "Files of this kind can't be shown here.",
  too_large_to_show: 'This file is too large to be shown here.',
  picture_being_drawn: 'The picture is still being drawn.',
  no_picture: 'There is no picture of this file.',
  upload_being_assembled: 'The service has the whole file and is still putting it together.',
  upload_session_lost: 'The service lost the upload session more than once. Tandem tries it again later.',
};
