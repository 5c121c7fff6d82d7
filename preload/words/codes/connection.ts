import type { Sentence } from '../../../contract/resources/sentence.ts';

type Nothing = Readonly<Record<never, never>>;

/** Answers of a service without words of their own, and requests without an answer: code -> arguments. Each is one sentence. */
export type ConnectionArgs = {
  /** An error without words. `status`: of HTTP. */
  readonly service_answered: { readonly operation: string; readonly status: number };
  /** A page of something else. */
  readonly not_the_service: { readonly operation: string; readonly status: number };
  /** `fault`: the field and what is wrong with it, for a report. */
  readonly outside_interface: { readonly operation: string; readonly fault: string };
  /** `place`: the method and the URL without its query. */
  readonly no_answer_in_time: { readonly place: string };
  /** `errno`: the code of the system's error. */
  readonly no_answer: { readonly place: string; readonly errno: string };
  readonly private_service_silent: { readonly path: string };
  readonly wait_before_request: { readonly seconds: number };
  /** The service refuses requests without saying for how long. */
  readonly paused_requests: { readonly seconds: number };
  readonly unsafe_address: Nothing;
  readonly file_being_prepared: Nothing;
  readonly tree_never_still: Nothing;
  readonly upload_session_lost: Nothing;
  readonly upload_being_assembled: Nothing;
  /** The remedy for a failure that passes. */
  readonly try_later: Nothing;

  // Content that a page of the window asked for.
  readonly archive_fetched_before: Nothing;
  readonly kind_not_shown: Nothing;
  readonly too_large_to_show: Nothing;
  readonly picture_being_drawn: Nothing;
  readonly no_picture: Nothing;
};

/** Sentences of a service, with their values apart. */
export type SaidByService = {
  readonly code: 'said_by_service';
  readonly args: { readonly sentences: readonly Sentence[] };
};

type ConnectionMessage = {
  readonly [Code in keyof ConnectionArgs]: { readonly code: Code; readonly args: ConnectionArgs[Code] };
}[keyof ConnectionArgs];

/** How a request to a service ended; a text comes from a service that sends no more than that. */
export type AnswerWords = string | SaidByService | ConnectionMessage;
