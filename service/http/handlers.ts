import type { AnswerOf, RequestOf } from '../../contract/operation.ts';
import type { OperationName, Operations } from '../../contract/operations.ts';
import type { Caller, Service } from '../domain/service.ts';
import type { Addresses } from './answers/addresses.ts';
import type { RunningKeys } from './idempotency/running-keys.ts';

/** The dependencies of a handler besides the request. */
export interface HandlerContext {
  readonly service: Service;
  readonly caller: Caller;
  /** Absolute URLs for responses. */
  readonly addresses: Addresses;
  /** Requests with a key that this process is carrying out. */
  readonly keys: RunningKeys;
  /** Aborts when the sender of the request is gone before its body was read. */
  readonly whenGone: () => AbortSignal;
}

/** Implements one operation: takes a validated request, and returns one of the declared responses or throws a `Refusal`. */
export type Handler<Name extends OperationName> = (
  request: RequestOf<Operations[Name]>,
  context: HandlerContext,
) => Promise<AnswerOf<Operations[Name]>>;

/** A handler for every operation of the contract; a missing one does not compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> };
